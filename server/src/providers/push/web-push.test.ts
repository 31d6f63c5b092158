import { createECDH, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { defaultBreakerRules } from "../circuit-breaker.ts";
import { createTestClient } from "../testing/wire-server.ts";
import { vapidKeyFrom } from "./vapid.ts";
import { webPush } from "./web-push.ts";

/** What a push service's statuses mean for the device, the push and the breaker. See RFC 8030, RFC 8292. */

let responseCount = 201;
const server = createServer((request, response) => {
  request.resume().once("end", () => response.writeHead(responseCount).end());
});
let origin: string;
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
});

const curve = createECDH("prime256v1");
const keys = { p256dh: curve.generateKeys("base64url"), auth: randomBytes(16).toString("base64url") };
const words = { title: "A result is ready", body: "You can see it now.", type: "RESULT_READY", tag: "tag" };

function open() {
  const made = createTestClient("push sandbox", { rules: defaultBreakerRules });
  const push = webPush(() => made.line, {
    hosts: [],
    sandboxOrigin: origin,
    privateKey: vapidKeyFrom("a secret that only tests know, 32+"),
    subject: "mailto:operator@idanimo.example",
  });
  return { ...made, push };
}

test.each([
  { status: 201, ends: "sent", outcome: "good", state: "up" },
  { status: 404, ends: "gone", outcome: "good", state: "up" },
  { status: 410, ends: "gone", outcome: "good", state: "up" },
  { status: 429, ends: "later", outcome: "good", state: "up" },
  { status: 401, ends: "later", outcome: "auth", state: "up" },
  { status: 403, ends: "later", outcome: "auth", state: "up" },
  { status: 400, ends: "refused", outcome: "http_400", state: "up" },
  { status: 413, ends: "refused", outcome: "http_413", state: "up" },
  { status: 500, ends: "later", outcome: "server_error", state: "down" },
  { status: 503, ends: "later", outcome: "server_error", state: "down" },
] as const)("returns $ends for $status and counts $outcome [T-69]", async ({ status, ends, outcome, state }) => {
  responseCount = status;
  const { push, line, outside: httpClient, registry } = open();
  const device = { endpoint: `${origin}/push/0123456789abcdef`, ...keys };
  for (let sent = 0; sent < defaultBreakerRules.failures; sent += 1)
    expect((await push.send(device, words)).kind).toBe(ends);
  expect(line.health().state).toBe(state);
  expect(await registry.metrics()).toContain(`outcome="${outcome}"} ${defaultBreakerRules.failures}`);
  httpClient.close();
});
