import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { afterEach, beforeEach, expect, test } from "vitest";

import { root } from "./prepare/project-paths.mjs";

let projectFolder: string;
let blocker: Server | undefined;

/** A project folder with the real scripts and stand-ins for the programs. */
beforeEach(() => {
  projectFolder = mkdtempSync(join(tmpdir(), "idanimo-start-"));
  cpSync(join(root, "scripts"), join(projectFolder, "scripts"), { recursive: true });
  for (const name of ["package.json", "package-lock.json", ".npmrc"])
    cpSync(join(root, name), join(projectFolder, name));
  for (const part of ["server", "sandbox", "contract"])
    mkdirSync(join(projectFolder, part, "src"), { recursive: true });
  mkdirSync(join(projectFolder, "server", "build"));
  cpSync(join(root, "contract/src/terminal.ts"), join(projectFolder, "contract/src/terminal.ts"));
  for (const part of ["server/src/main.ts", "server/build/main.js", "sandbox/src/main.ts"])
    cpSync(join(root, "scripts/testing/fake-program.mjs"), join(projectFolder, part));
  symlinkSync(join(root, "node_modules"), join(projectFolder, "node_modules"));
});

afterEach(async () => {
  blocker?.close();
  blocker = undefined;
  await nothingRuns();
  rmSync(projectFolder, { recursive: true, force: true });
});

/** Starts the project and waits for a text on its terminal. */
async function start(program: readonly string[], awaited: RegExp, env: NodeJS.ProcessEnv = {}) {
  const [command = "", ...args] = program;
  const child = spawn(command, args, {
    cwd: projectFolder,
    env: { ...process.env, npm_lifecycle_event: "", PORT: "0", SANDBOX_PORT: "0", PUBLIC_URL: "", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const terminal = { text: "" };
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (terminal.text += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  await until(() => awaited.test(terminal.text), `${awaited} on the terminal`, terminal);
  return { child, ended, terminal };
}

const supervisor = [process.execPath, "scripts/start.ts"];
const npmRun = ["npm", "run", "-s", "start:main"];
/** As a run of journeys starts it. */
const watched = [
  process.execPath,
  "-e",
  `require("node:child_process").spawn(process.execPath, ["scripts/start.ts"], {
    stdio: ["pipe", "inherit", "inherit"], env: { ...process.env, WATCH_STDIN: "1" } })`,
];

test("prints the product, the sandbox, its inbox and an account to sign in with", async () => {
  const { child, ended, terminal } = await start(supervisor, /Ctrl-C stops everything/);
  expect(terminal.text).toMatch(/Product +http:\/\/localhost:\d+\n/);
  expect(terminal.text).toMatch(/Sandbox +http:\/\/127\.0\.0\.1:\d+ /);
  expect(terminal.text).toMatch(/Inbox +http:\/\/127\.0\.0\.1:\d+\/inbox/);
  expect(terminal.text).toContain("ada@example.test   made up   an individual");
  expect(terminal.text).toContain("server log line");
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
});

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "ends the server, then the sandbox, with code 0 on %s",
  async (signal) => {
    const { child, ended, terminal } = await start(supervisor, /Ctrl-C/);
    signalGroup(child, signal);
    expect(await ended).toBe(0);
    expect(terminal.text).toMatch(/server ended in order\nsandbox ended in order/);
  },
);

test("passes a signal to npm on to the programs", async () => {
  const { child, ended, terminal } = await start(npmRun, /Ctrl-C/);
  child.kill("SIGTERM");
  await ended;
  expect(terminal.text).toMatch(/server ended in order\nsandbox ended in order/);
});

test.each([
  { what: "the start program", program: supervisor },
  { what: "npm", program: npmRun },
  { what: "a program whose end it watches", program: watched },
])("leaves nothing running after a hard kill of $what", async ({ program }) => {
  const { child } = await start(program, /Ctrl-C/);
  child.kill("SIGKILL");
  await nothingRuns();
});

test.each(["sandbox", "server"])("ends everything with the reason when the %s ends", async (name) => {
  const { ended, terminal } = await start(supervisor, /Ctrl-C/);
  const [pid] = processesNaming(join(projectFolder, name));
  process.kill(pid ?? 0, "SIGKILL");
  expect(await ended).toBe(1);
  expect(terminal.text).toContain(`The ${name} ended by SIGKILL, so the rest stops too.`);
});

test("ends with the program's own message and code 1 for a wrong setting", async () => {
  const { ended, terminal } = await start(supervisor, /so the rest stops/, { FAIL_SERVER: "1" });
  expect(await ended).toBe(1);
  expect(terminal.text).toMatch(/PUBLIC_URL must be an https address\./);
});

test("names the setting of a data folder that cannot be created", async () => {
  const { ended, terminal } = await start(supervisor, /cannot be created/, { DATA_DIR: "/dev/null/data" });
  expect(await ended).toBe(1);
  expect(terminal.text).toContain("DATA_DIR=/dev/null/data");
});

test.each(["PORT", "SANDBOX_PORT"])(
  "names the setting %s of a taken port, and leaves nothing running",
  async (name) => {
    const taken = await takePort();
    const { ended, terminal } = await start(supervisor, /so the rest stops/, { [name]: taken });
    expect(await ended).toBe(1);
    expect(terminal.text).toContain(`The port ${taken} is taken: set ${name}.`);
  },
);

test.each([{ PUBLIC_URL: "https://idanimo.example" }, { SANDBOX: "off" }])("starts no sandbox with %o", async (env) => {
  const { child, ended, terminal } = await start(supervisor, /Ctrl-C/, env);
  expect(terminal.text).not.toContain("Sandbox");
  expect(processesNaming(join(projectFolder, "sandbox"))).toEqual([]);
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
});

async function takePort(): Promise<string> {
  const server = createServer();
  blocker = server;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return String(typeof address === "object" && address ? address.port : 0);
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid) process.kill(-child.pid, signal); // as a terminal does: to its whole process group
}

async function nothingRuns(): Promise<void> {
  await until(() => processesNaming(projectFolder).length === 0, "the end of all processes");
}

async function until(claim: () => boolean, what: string, terminal = { text: "" }): Promise<void> {
  for (const giveUpAt = Date.now() + 10_000; Date.now() < giveUpAt; await sleep(20)) if (claim()) return;
  throw new Error(`waited 10 s for ${what}\n${terminal.text}`);
}

function processesNaming(text: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(text);
      } catch {
        return false;
      }
    });
}
