import { Readable } from "node:stream";
import { ok } from "@idanimo/contract/problems";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { streamCsv } from "../kernel/csv.ts";
import { registerCookies } from "./cookies.ts";
import { sendDownload } from "./download.ts";

const caller = {
  userId: "x",
  ownerId: "x",
  member: null,
  userType: "individual",
  signInId: "x",
  kind: "bearer",
  emailConfirmed: true,
  isSuspended: false,
} as const;
const allow = () => Promise.resolve(ok(undefined));
const limits = {
  count: () => Promise.resolve({ limit: 1, remaining: 0, resetMs: 0 }),
  consume: allow,
  consumeAll: allow,
  refund: () => Promise.resolve(),
  refundAll: () => Promise.resolve(),
  resetAll: () => Promise.resolve(),
  findReached: async () => Promise.resolve([]),
};

test("stops reading an endless table when its reader leaves [T-72]", async () => {
  let chunks = 0;
  const body = Readable.from(
    streamCsv(["Row"], () => {
      chunks += 1;
      return Promise.resolve({ rows: [["x".repeat(100_000)]], next: chunks });
    }),
  );
  const closed = new Promise((resolve) => body.once("close", resolve));
  const app = Fastify();
  registerCookies(app);
  app.get("/table", (request, reply) =>
    sendDownload(
      { identify: () => Promise.resolve(caller), limits },
      request,
      reply,
      { right: "personal", limit: "export_account" },
      () => Promise.resolve(ok({ name: "table.csv", type: "text/csv; charset=utf-8", body })),
    ),
  );
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  const stop = new AbortController();
  const response = await fetch(`${address}/table`, {
    signal: stop.signal,
    headers: { authorization: `Bearer ${"A".repeat(43)}` },
  });
  const reader = response.body?.getReader();
  expect((await reader?.read())?.done).toBe(false);
  stop.abort();
  await closed;
  // the buffers of a connection's two ends hold a few megabytes at most
  expect(chunks).toBeLessThan(500);
  const atTheEnd = chunks;
  await app.close();
  expect(chunks).toBe(atTheEnd);
});
