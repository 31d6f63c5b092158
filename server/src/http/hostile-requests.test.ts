import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { captchaChallenge, login, registration } from "@idanimo/contract/accounts";
import { apiBase } from "@idanimo/contract/operation";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../testing/app.ts";

let app: TestApp;
let port: number;
beforeAll(async () => {
  app = await createTestApp();
  await app.app.listen({ port: 0, host: "127.0.0.1" });
  port = (app.app.server.address() as AddressInfo).port;
});
afterEach(() => app.checkInvariants());
afterAll(() => app.close());

/** Longest accepted response time, also on a busy machine; a successful attack would take minutes. */
const mostMs = 2_000;

async function timed(path: string, payload: string): Promise<{ readonly status: number; readonly ms: number }> {
  const began = performance.now();
  const response = await app.app.inject({
    method: "POST",
    url: apiBase + path,
    payload,
    headers: { "content-type": "application/json" },
  });
  return { status: response.statusCode, ms: performance.now() - began };
}

/** Sends a raw request. Returns what arrived until the server closed the connection or the wait was over. */
async function raw(text: string, waitMs = 5_000): Promise<{ readonly message: string; readonly closed: boolean }> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  let message = "";
  socket.on("data", (chunk) => (message += chunk.toString()));
  socket.on("error", () => undefined);
  socket.write(text);
  const closed = await Promise.race([
    once(socket, "close").then(() => true),
    new Promise<false>((resolve) => setTimeout(() => resolve(false), waitMs)),
  ]);
  socket.destroy();
  return { message, closed };
}

test.each([
  { what: "30,000 nested arrays", payload: `${"[".repeat(30_000)}${"]".repeat(30_000)}` },
  { what: "10,000 nested objects", payload: `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}` },
  {
    // names that would collide in a hash table without a random seed
    what: "6,000 members with colliding names",
    payload: `{${Array.from({ length: 6_000 }, (_one, at) => `"${(at * 4_294_967_296).toString(36)}":1`).join()}}`,
  },
  { what: "__proto__", payload: '{"__proto__":{"admin":true},"email":"a@example.test"}' },
  { what: "a number of 60,000 digits", payload: `{"email":${"9".repeat(60_000)}}` },
])("rejects a body of $what at once [T-65]", async ({ payload }) => {
  const { status, ms } = await timed(login.path, payload);
  expect([400, 413]).toContain(status);
  expect(ms).toBeLessThan(mostMs);
});

/** Inputs that cause catastrophic backtracking in an ambiguous pattern. */
const costly = [
  "a".repeat(50_000),
  `${"a.".repeat(20_000)}@`,
  "a@".repeat(20_000),
  `${" ".repeat(50_000)}x`,
  `${"1-".repeat(20_000)}x`,
];

test.each(costly.map((text) => ({ text, name: `${text.slice(0, 4)}… (${text.length})` })))(
  "no field's pattern is slow for $name [T-65]",
  async ({ text }) => {
    for (const [operation, field] of [
      [login, "email"],
      [registration, "phoneNumber"],
      [registration, "email"],
    ] as const) {
      const { status, ms } = await timed(operation.path, JSON.stringify({ [field]: text }));
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect(ms).toBeLessThan(mostMs);
    }
  },
);

test.each([
  { what: "headers of 100 KB", text: `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${"a".repeat(100_000)}\r\n\r\n`, status: 431 },
  { what: "3,000 headers", text: `GET / HTTP/1.1\r\nHost: x\r\n${"A: b\r\n".repeat(3_000)}\r\n`, status: 431 },
  {
    what: "two Content-Length headers",
    text: "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    status: 400,
  },
  {
    what: "Content-Length and chunked encoding",
    text: "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    status: 400,
  },
])("rejects a request with $what with $status or 400 and closes the connection [T-65]", async ({ text, status }) => {
  const { message, closed } = await raw(text);
  expect([400, status]).toContain(Number(/^HTTP\/1\.1 (\d+)/.exec(message)?.[1]));
  expect(closed).toBe(true);
});

test("rejects an unknown expectation with 417 and security headers [T-63]", async () => {
  const { message, closed } = await raw("GET /health/live HTTP/1.1\r\nHost: x\r\nExpect: foo\r\n\r\n");
  expect(message).toMatch(/^HTTP\/1\.1 417 Expectation Failed\r\n[^]*content-security-policy: default-src 'none'/i);
  expect(message).toMatch(/x-content-type-options: nosniff/i);
  expect(closed).toBe(true);
});

test("closes a connection with slow headers within ten seconds, and serves others [T-65]", async () => {
  const slow = raw("GET / HTTP/1.1\r\nHost: x\r\nX-A: ", 12_000);
  const began = performance.now();
  const response = await fetch(`http://127.0.0.1:${port}${apiBase}${captchaChallenge.path}?purpose=login`);
  expect(response.status).toBe(200);
  expect(performance.now() - began).toBeLessThan(mostMs);
  expect(await slow).toEqual({ message: expect.stringContaining("HTTP/1.1 4"), closed: true });
}, 30_000);

test("cancels a statement of the program after five seconds [T-64]", async () => {
  const { rows } = await app.product.db.pool.query<{ statement_timeout: string }>("show statement_timeout");
  expect(rows).toEqual([{ statement_timeout: "5s" }]);
});

test.each([
  ["POST", `${apiBase}/auth/logout`, "1.1"],
  ["POST", `${apiBase}/auth/login`, "1.0"],
  ["DELETE", `${apiBase}/user/profile`, "1.1"],
  ["PUT", `${apiBase}/user/profile`, "1.1"],
  ["POST", "/nowhere", "1.1"],
  ["POST", "/payment/return", "1.1"],
])("rejects %s %s with a content type but no body over HTTP/%s [T-65]", async (method, path, version) => {
  const began = performance.now();
  const { message, closed } = await raw(
    `${method} ${path} HTTP/${version}\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: keep-alive\r\n\r\n`,
  );
  expect(message).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect(closed).toBe(true);
  expect(performance.now() - began).toBeLessThan(mostMs);
});
