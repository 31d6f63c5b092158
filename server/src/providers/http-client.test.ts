import { setTimeout as sleep } from "node:timers/promises";
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { once } from "node:events";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openHttpClient } from "./http-client.ts";
import { type Misbehaviour, misbehaviours } from "./testing/misbehaviour.ts";
import { selfSigned } from "./testing/self-signed.ts";
import { respondJson, startWireServer, type WireServer } from "./testing/wire-server.ts";

const limits = { connectMs: 250, totalMs: 1_200, bytes: 1024 * 1024 };
/** Every outcome must come before this, with room for a busy machine. */
const latestMs = 6_000;

let server: WireServer;
const httpClient = openHttpClient(limits);
const extra: { readonly server: Server; readonly sockets: Set<Socket> }[] = [];

beforeAll(async () => void (server = await startWireServer()));
afterAll(async () => {
  httpClient.close();
  for (const { server: one, sockets } of extra) {
    for (const socket of sockets) socket.destroy();
    one.close();
  }
  await server.close();
});

async function portOf(other: Server): Promise<number> {
  const sockets = new Set<Socket>();
  other.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
  });
  other.listen(0, "127.0.0.1");
  extra.push({ server: other, sockets });
  await once(other, "listening");
  return (other.address() as AddressInfo).port;
}

const ask = (url = `${server.url}/x`) => httpClient.request({ method: "POST", url, body: { number: "1" } });

const ends: Readonly<Record<Misbehaviour, string>> = {
  "X-04 slow first byte": "timeout too_late",
  "X-05 slow drip": "timeout too_late",
  "X-06 error 500": "response 500 json",
  "X-07 502 with a page": "response 502 text",
  "X-08 too many": "response 429 json",
  "X-09 key refused": "response 401 json",
  "X-10 cut in the body": "broken cut",
  "X-11 answer lost": "broken cut",
  "X-14 garbled": "response 200 text",
  "X-17 huge, announced": "broken too_large",
  "X-17 huge, unannounced": "broken too_large",
  "X-18 gzip bomb": "broken too_large",
  "X-18 packed in an unknown way": "broken unknown_packing",
  "X-18 packed and cut": "broken z_buf_error",
  "X-19 bytes that are no text": "broken no_text",
  "X-20 an error with 200": "response 200 json",
  "T-62 too deep": "broken too_deep",
  "T-62 a page with 200": "response 200 text",
  "T-62 a prototype": "response 200 json",
  "T-62 another type": "response 200 json",
  "T-62 empty": "response 200 text",
  "a redirect": "broken redirect",
};

test.each(Object.entries(ends))("returns %s as %s, in time [R-27 T-62]", async (name, expected) => {
  const how = Object.entries(misbehaviours).find(([known]) => known === name)?.[1];
  if (how) server.respondWith(how);
  const late = { kind: "late", why: "still waiting" } as const;
  const end = await Promise.race([ask(), sleep(latestMs, late, { ref: false })]);
  const message = end.kind === "response" ? `${end.status} ${end.json === undefined ? "text" : "json"}` : end.why;
  expect(`${end.kind} ${message}`).toBe(expected);
});

test.each([
  { why: "a closed port, X-01", url: async () => `http://127.0.0.1:${await closedPort()}/` },
  { why: "an unknown host, X-02", url: async () => "http://no-such-host.invalid/" },
  { why: "another protocol", url: async () => "ftp://example.test/" },
  {
    why: "a connection that is never established, X-03",
    url: async () => `https://127.0.0.1:${await portOf(createTcpServer())}/`,
  },
  { why: "no TLS, X-22", url: async () => server.url.replace("http:", "https:") },
  {
    why: "a self-signed certificate, X-22",
    url: async () =>
      `https://localhost:${await portOf(createTlsServer(selfSigned(), (_, response) => response.end("{}")))}/`,
  },
])("reports that nothing was sent: $why [R-12]", async ({ url }) => {
  const before = server.requests.length;
  const end = await ask(await url());
  expect(end.kind).toBe("refused_connection");
  expect(server.requests).toHaveLength(before);
});

async function closedPort(): Promise<number> {
  const one = createTcpServer();
  const port = await portOf(one);
  one.close();
  await once(one, "close");
  return port;
}

test("decompresses a response, keeps the text of numbers, and sends headers and JSON", async () => {
  server.respondWith((response) =>
    response
      .writeHead(200, { "content-encoding": "gzip" })
      .end(gzipSync('{"amount":1500.50,"big":12345678901234567890}')),
  );
  const end = await httpClient.request({
    method: "POST",
    url: `${server.url}/y?z=1`,
    headers: { "x-key": "k" },
    body: { a: 1 },
  });
  expect(end).toMatchObject({ kind: "response", json: { amount: "1500.50", big: "12345678901234567890" } });
  expect(server.requests.at(-1)).toMatchObject({
    method: "POST",
    path: "/y?z=1",
    body: { a: 1 },
    headers: { "x-key": "k", "content-type": "application/json" },
  });
});

test("does not retry a broken connection [R-12]", async () => {
  server.respondWith(respondJson(200, {}));
  await ask(); // leaves a connection for reuse
  const before = server.requests.length;
  server.respondWith((response) => void response.destroy());
  expect(await ask()).toMatchObject({ kind: "broken" });
  expect(server.requests).toHaveLength(before + 1);
});

test("never sends a request whose time ended before it was connected [R-12]", async () => {
  await ask(); // loads the HTTP library
  const reached: string[] = [];
  const port = await portOf(
    createServer((request, response) => {
      reached.push(request.url ?? "");
      response.end("{}");
    }),
  );
  const asking = httpClient.request({ method: "POST", url: `http://127.0.0.1:${port}/late`, totalMs: 1 });
  await new Promise<void>((resolve) => process.nextTick(() => process.nextTick(() => queueMicrotask(resolve)))); // it connects now
  const until = performance.now() + 30;
  while (performance.now() < until); // timeout and connection are both pending when the event loop continues, the timeout first
  expect(await asking).toEqual({ kind: "refused_connection", why: "too_late" });
  await httpClient.request({ method: "POST", url: `http://127.0.0.1:${port}/next` });
  expect(reached).toEqual(["/next"]);
});

/** Starts a server that sends these bytes to every client and then ends the connection as given. */
async function saying(text: string, end: (socket: Socket) => void): Promise<string> {
  const server = createTcpServer((socket) => socket.once("data", () => socket.write(text, () => end(socket))));
  return `http://127.0.0.1:${await portOf(server)}/`;
}

test("reads the response that follows an informational one [R-12]", async () => {
  const url = await saying(
    "HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}",
    (socket) => socket.end(),
  );
  expect(await ask(url)).toMatchObject({ kind: "response", status: 200, json: {} });
});

test("rejects an incomplete file, also without a stated length [T-60]", async () => {
  const url = await saying("HTTP/1.1 200 OK\r\n\r\n%PDF-1.7 half", (socket) => socket.resetAndDestroy());
  expect(await httpClient.request({ method: "POST", url, fileBytes: 1_000 })).toEqual({ kind: "broken", why: "cut" });
});

test("returns a file unchanged, within its own limit, and follows no redirect [T-60]", async () => {
  const bytes = Buffer.from([0x25, 0x50, 0x44, 0x46, 0xc3, 0x28, 0xff, 0x00]);
  const file = () => httpClient.request({ method: "POST", url: `${server.url}/file`, fileBytes: bytes.length });
  server.respondWith((response) => response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(bytes)));
  expect(await file()).toMatchObject({ kind: "response", bytes, text: "", json: undefined });
  server.respondWith((response) => response.writeHead(200).end(Buffer.concat([bytes, bytes])));
  expect(await file()).toEqual({ kind: "broken", why: "too_large" });
  server.respondWith((response) => response.writeHead(302, { location: `${server.url}/x` }).end(bytes));
  const before = server.requests.length;
  expect(await file()).toEqual({ kind: "broken", why: "redirect" });
  expect(server.requests).toHaveLength(before + 1);
});
