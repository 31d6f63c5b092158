import { randomUUID } from "node:crypto";
import { once } from "node:events";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { LiveEvent } from "@idanimo/contract/live-events";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { LiveHub } from "./live-hub.ts";

let base: TestDatabase;
beforeAll(async () => void (base = await createTestDatabase()));
afterAll(() => base.close());

/** A TCP proxy between a program and its database that can refuse connections. */
async function between(url: string) {
  const { host, port, user, password, database: name } = new pg.Client({ connectionString: url });
  const open = new Set<net.Socket>();
  let isRefusing = false;
  const seen = { attempts: 0, now: 0, most: 0 };
  const server = net.createServer((socket) => {
    open.add(socket);
    socket.on("error", () => undefined); // a refused connection
    socket.on("close", () => open.delete(socket));
    if (isRefusing) {
      seen.attempts += 1;
      seen.now += 1;
      seen.most = Math.max(seen.most, seen.now);
      socket.on("close", () => (seen.now -= 1));
      setTimeout(() => socket.destroy(), 100); // long enough for concurrent attempts to overlap
      return;
    }
    const database = host.startsWith("/") ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host);
    database.on("error", () => socket.destroy());
    socket.on("close", () => database.destroy());
    database.on("close", () => socket.destroy());
    socket.pipe(database).pipe(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const way = new URL(`postgresql://127.0.0.1:${address.port}/${name ?? ""}`);
  way.username = user ?? "";
  way.password = typeof password === "string" ? password : "";
  return {
    url: way.href,
    seen,
    refuse() {
      isRefusing = true;
      for (const socket of open) socket.destroy();
    },
    accept: () => void (isRefusing = false),
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

test("reconnects one attempt at a time, reports missed events, then listens again [R-23 T-48]", async () => {
  const way = await between(base.url);
  const hub = new LiveHub(way.url);
  const ownerId = randomUUID();
  const heard: string[] = [];
  const missed = vi.fn();
  const hear = (event: LiveEvent) => heard.push("requestId" in event ? event.requestId : event.type);
  hub.subscribe(ownerId, hear, undefined, missed);
  const tell = (requestId: string) =>
    base.owner.query("select pg_notify('idanimo_live', $1)", [
      JSON.stringify({ ownerId, event: { type: "item_closed", requestId } }),
    ]);
  await hub.connect();
  await tell("before");
  await vi.waitFor(() => expect(heard).toEqual(["before"]), { timeout: 5_000, interval: 10 });

  way.refuse();
  await sleep(3_000);
  expect(way.seen.most).toBe(1);
  expect(way.seen.attempts).toBeGreaterThanOrEqual(2);
  expect(way.seen.attempts).toBeLessThanOrEqual(6); // at most one each half second
  expect(missed).not.toHaveBeenCalled();

  way.accept();
  await vi.waitFor(() => expect(missed).toHaveBeenCalledOnce(), { timeout: 5_000, interval: 10 });
  await vi.waitFor(
    async () => {
      await tell("after");
      expect(heard).toContain("after");
    },
    { timeout: 5_000, interval: 100 },
  );
  // one connection in total, so an event arrives once
  heard.length = 0;
  await tell("once");
  await vi.waitFor(() => expect(heard).toContain("once"), { timeout: 5_000, interval: 10 });
  await sleep(200);
  expect(heard.filter((one) => one === "once")).toEqual(["once"]);

  await hub.close();
  way.refuse();
  const { attempts } = way.seen;
  await sleep(800);
  expect(way.seen.attempts).toBe(attempts); // a closed hub does not reconnect
  await way.close();
});

test("an event during a check causes another check, within the time limit [R-23]", async () => {
  const hub = new LiveHub(base.url);
  await hub.connect();
  const ownerId = randomUUID();
  const heard = Promise.withResolvers<unknown>();
  hub.subscribe(ownerId, heard.resolve);
  vi.useFakeTimers({ toFake: ["setTimeout"] }); // no periodic check
  let looks = 0;
  const look = async () => {
    looks += 1;
    if (looks > 1) return looks;
    await base.owner.query("select pg_notify('idanimo_live', $1)", [
      JSON.stringify({ ownerId, event: { type: "item_closed", requestId: "x" } }),
    ]);
    await heard.promise;
    return looks;
  };
  try {
    const seen = hub.waitUntil(ownerId, 20_000, look, (looked) => looked === 2);
    expect(await Promise.race([seen, sleep(5_000, "still waits", { ref: false })])).toBe(2);
    const running = () => Promise.resolve("running");
    expect(await hub.waitUntil(ownerId, 0, running, () => false)).toBe("running");
  } finally {
    vi.useRealTimers();
    await hub.close();
  }
});
