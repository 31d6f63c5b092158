import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { webhookEventFields } from "@idanimo/contract/developers/webhook-events";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../../testing/app.ts";
import { createOrganisation } from "../../../testing/organisation-steps.ts";
import { createWebhookEndpoint, deliveriesOf } from "../../../testing/webhook-steps.ts";

const page = readFileSync(new URL("../../../../../docs/webhooks.md", import.meta.url), "utf8");

let app: TestApp;
beforeAll(async () => void (app = await createTestApp()));
afterAll(() => app.close());

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

async function waitUntilListening(port: number, program: ChildProcess): Promise<void> {
  for (const until = Date.now() + 15_000; Date.now() < until && program.exitCode === null; await sleep(20)) {
    const socket = connect(port, "127.0.0.1");
    const isOpen = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
  }
  throw new Error("the sample does not listen");
}

describe("docs/webhooks.md", () => {
  test("has a sample that accepts a real delivery and rejects one with another secret [DP-07]", async () => {
    const [, sample] = /```js\n([\s\S]+?)```/.exec(page) ?? [];
    if (sample === undefined) throw new Error("no sample");
    const owner = await createOrganisation(app);
    const port = await findFreePort();
    const [right, wrong] = [
      await createWebhookEndpoint(owner, `http://127.0.0.1:${port}/`),
      await createWebhookEndpoint(owner, `http://127.0.0.1:${port}/`),
    ];
    const program = spawn(process.execPath, ["--input-type=module", "--eval", sample], {
      cwd: import.meta.dirname,
      env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: right.secret },
      stdio: "ignore",
    });
    try {
      await waitUntilListening(port, program);
      for (const { id } of [right, wrong]) await owner.post(`/developers/webhooks/${id}/test`, {});
      await app.drainQueue();
    } finally {
      program.kill();
    }
    expect((await deliveriesOf(owner, right.id)).deliveries[0]?.attempts).toMatchObject([{ status: 204 }]);
    expect((await deliveriesOf(owner, wrong.id)).deliveries[0]?.attempts).toMatchObject([{ status: 400 }]);
  });

  test("lists every kind of event and its fields [DP-08]", () => {
    for (const [kind, fields] of Object.entries(webhookEventFields)) {
      expect(page).toContain(`\`${kind}\``);
      for (const name of Object.keys(fields)) expect(page).toContain(name);
    }
  });
});
