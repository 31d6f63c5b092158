import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";

vi.setConfig({ testTimeout: 30_000 }); // starting a program takes long on a busy machine

const program = new URL("./main.ts", import.meta.url).pathname;

type Running = {
  readonly child: ChildProcess;
  readonly errors: Promise<string>;
  readonly ended: Promise<number | null>;
};

function run(env: Record<string, string>): Running {
  const child = spawn(process.execPath, [program], { env: { SANDBOX_PORT: "0", ...env }, stdio: "pipe" });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = once(child, "exit").then(([code]) => (typeof code === "number" ? code : null));
  return { child, errors: text(child.stderr), ended };
}

async function ready({ child }: Running): Promise<{ port: number; smtpPort: number }> {
  const [line] = await once(child.stdout?.setEncoding("utf8") ?? child, "data");
  const reported = JSON.parse(String(line));
  expect(reported).toEqual({ ready: true, port: expect.any(Number), smtpPort: expect.any(Number) });
  return reported;
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "sandbox-"));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

test.each(["SIGINT", "SIGTERM"] as const)("prints one ready line and nothing else, and ends on %s", async (signal) => {
  const running = run({});
  await ready(running);
  running.child.kill(signal);
  expect(await running.ended).toBe(0);
  expect(await running.errors).toBe("");
});

test("ends with its parent, when its standard input closes", async () => {
  const running = run({ SANDBOX_WATCH_STDIN: "1" });
  await ready(running);
  running.child.stdin?.end();
  expect(await running.ended).toBe(0);
});

test.each(["SANDBOX_PORT", "SANDBOX_SMTP_PORT"])(
  "reports a taken port in one sentence that names %s",
  async (setting) => {
    const other = createServer();
    await once(other.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void other.close());
    const address = other.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const running = run({ [setting]: String(port) });
    expect(await running.ended).toBe(1);
    expect(await running.errors).toMatch(
      new RegExp(`^The sandbox cannot start: Port ${port} is already taken .*${setting}.*\\.\n$`),
    );
  },
);

test.each([
  { names: "PRODUCT_URL", value: "nowhere" },
  { names: "SANDBOX_DATA", value: "/dev/null/state.db" },
])("does not start with a wrong $names", async ({ names, value }) => {
  const running = run({ [names]: value });
  expect(await running.ended).toBe(1);
  expect(await running.errors).toContain(`The sandbox cannot start: ${names} `);
});

test("rejects a file that is not a sandbox's state, and does not overwrite it", async () => {
  const file = join(folder(), "state.db");
  writeFileSync(file, "A text file that is not a database, long enough to be read as a database header by mistake.");
  const running = run({ SANDBOX_DATA: file });
  expect(await running.ended).toBe(1);
  expect(await running.errors).toContain("SANDBOX_DATA");
});

test("still has its messages and payments after a hard kill", async () => {
  const env = { SANDBOX_DATA: join(folder(), "new", "state.db") };
  const first = run(env);
  const { port } = await ready(first);
  const sms = {
    api_key: "sandbox-termii-api-key",
    to: "2348031234567",
    from: "Idanimo",
    sms: "Hi",
    type: "plain",
    channel: "dnd",
  };
  const headers = { "content-type": "application/json" };
  await fetch(`http://127.0.0.1:${port}/termii/api/sms/send`, { method: "POST", headers, body: JSON.stringify(sms) });
  first.child.kill("SIGKILL");
  await first.ended;
  const again = await ready(run(env));
  const response = await fetch(`http://127.0.0.1:${again.port}/inbox/messages`);
  expect(await response.json()).toMatchObject([{ text: "Hi" }]);
  const stats = await (await fetch(`http://127.0.0.1:${again.port}/__sandbox/stats`)).json();
  expect(stats).toMatchObject({ notices: { waiting: 1 } });
});
