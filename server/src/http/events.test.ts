import { once } from "node:events";
import { connect } from "node:net";
import { apiBase } from "@idanimo/contract/operation";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { randomIds } from "../kernel/ids.ts";
import { tokenHash } from "../kernel/vault.ts";
import { createTestApp, type TestApp, type TestUser } from "../testing/app.ts";
import { requestConsent, completeLookup, submitDecision } from "../testing/lookup-steps.ts";
import { mountedRoutes, requestReadPaths } from "../testing/read-paths.ts";

let app: TestApp;
let base: string;
beforeAll(async () => {
  app = await createTestApp();
  base = await app.app.listen({ port: 0, host: "127.0.0.1" });
});
afterEach(async () => {
  vi.useRealTimers();
  await app.checkInvariants();
});
afterAll(() => app.close());

const payer = () => app.user({ NGN: 10_000_00n });

/** Opens an event stream; returns what arrived so far and ways to wait for more. */
async function open(user: Pick<TestUser, "token">, at = base) {
  const stop = new AbortController();
  const response = await fetch(`${at}${apiBase}/events`, {
    headers: { authorization: `Bearer ${user.token}` },
    signal: stop.signal,
  });
  let text = "";
  let isOver = false;
  void (async () => {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of response.body ?? []) text += decoder.decode(chunk as Uint8Array);
    } catch {
      // the stream was closed
    }
    isOver = true;
  })();
  return {
    response,
    events: () =>
      [...text.matchAll(/^data: (.*)$/gm)].map(
        (match) => JSON.parse(match[1] ?? "") as { type: string; requestId?: string },
      ),
    until: (condition: (heard: string) => boolean) =>
      vi.waitFor(() => expect(condition(text)).toBe(true), { timeout: 15_000, interval: 10 }),
    over: () => vi.waitFor(() => expect(isOver).toBe(true), { timeout: 10_000, interval: 10 }),
    close: () => stop.abort(),
  };
}

test("sends a user the ids of their own requests' events, and no other user's", async () => {
  const [user, other] = [await payer(), await payer()];
  const [mine, theirs] = [await open(user), await open(other)];
  expect(mine.response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(mine.response.headers.get("cache-control")).toBe("no-store");
  expect(mine.response.headers.get("content-security-policy")).toContain("default-src 'none'"); // T-63
  const pending = await requestConsent(app, user, { fields: { firstname: "CANARY" } });
  await submitDecision(app, pending.token, "grant");
  await mine.until((heard) => heard.includes("item_closed"));
  const refunded = await completeLookup(app, user, { kind: "failed", why: "x" });
  await mine.until((heard) => heard.includes("refund_initiated"));
  const heard = mine.events();
  expect(heard).toContainEqual({ type: "consent_changed", requestId: pending.itemId });
  expect(heard).toContainEqual({ type: "item_closed", requestId: pending.itemId });
  expect(heard).toContainEqual({ type: "refund_initiated", requestId: refunded.itemId });
  for (const event of heard)
    expect(Object.keys(event).toSorted()).toEqual([event.type === "notice" ? "noticeId" : "requestId", "type"]);
  await completeLookup(app, other, { kind: "not_found" });
  await theirs.until((text) => text.includes("item_closed"));
  expect(
    theirs.events().filter((event) => event.requestId === pending.itemId || event.requestId === refunded.itemId),
  ).toEqual([]);
  expect(mine.events()).toEqual(heard);
  mine.close();
  theirs.close();
  await app.drainQueue();
});

test("sends an event of one process to a stream in another", async () => {
  const other = await app.startProcess();
  const user = await payer();
  const page = await open(user);
  const bought = await app.purchase(user);
  app.providers.personRecords.respondTo(bought.nin, { kind: "not_found" });
  const { sessionCode, transactionID, amount } = bought;
  await user.on(other.app).post("/transaction/wallet-payment", { sessionCode, transactionID, amount });
  await other.product.jobs["look_up"]?.({ itemId: bought.itemId } as never);
  await page.until((heard) => heard.includes(bought.itemId));
  page.close();
});

test("withdrawing consent ends access within a second in every process [T-48 R-08]", async () => {
  const other = await app.startProcess();
  const there = await other.app.listen({ port: 0, host: "127.0.0.1" });
  const mounted = await mountedRoutes(app);
  const user = await payer();
  const pending = await requestConsent(app, user, { fields: { firstname: "CANARY" } });
  await submitDecision(app, pending.token, "grant");
  const pages = [await open(user), await open(user, there)];
  for (const page of pages) await page.until((heard) => heard.includes("retry"));
  const of = { ...pending, requestId: pending.itemId, value: pending.nin, uploadId: "", cacId: "", reportCode: "" };
  const headers = { authorization: `Bearer ${user.token}` };
  const showing = async (process: typeof other.app) =>
    [...(await requestReadPaths(process, mounted, headers, { of, isRunning: false }))]
      .filter(([, { text }]) => text.includes("CANARY"))
      .map(([route]) => route);
  for (const { app: process } of [app, other])
    expect(await showing(process)).toContain("GET /api/v2/verification/check-consent/:id");
  const began = performance.now();
  expect((await submitDecision(app, pending.token, "withdraw")).statusCode).toBe(303);
  const look = () => user.on(other.app).get(`/verification/check-consent/${pending.itemId}`);
  expect((await look()).json()).toMatchObject({ consent: "terminated", data: null });
  for (const page of pages) await page.until((heard) => heard.includes('"consent_changed"'));
  expect(performance.now() - began).toBeLessThan(1_000);
  for (const { app: process } of [app, other]) expect(await showing(process)).toEqual([]);
  for (const page of pages) page.close();
  await app.drainQueue();
});

test("one heartbeat of many streams ends only those whose session is over [T-10]", async () => {
  const users = [await payer(), await payer(), await payer(), await payer()];
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const pages = [];
  for (const user of users) pages.push(await open(user));
  for (const page of pages) await page.until((heard) => heard.includes("retry"));
  const [, ended, idle] = users;
  await app.owner.query("update sign_ins set ended_at = now() where user_id = $1", [ended?.id]);
  await app.owner.query(
    "update sign_ins set kind = 'cookie', seen_at = now() - interval '12 minutes' where user_id = $1",
    [idle?.id],
  );
  vi.advanceTimersByTime(15_000);
  await Promise.all([pages[1]?.over(), pages[2]?.over()]);
  for (const page of [pages[0], pages[3]]) {
    await page?.until((heard) => heard.includes(":\n\n"));
    page?.close();
  }
});

test("is no activity, and ends at the first heartbeat after its session [T-10]", async () => {
  const user = await payer();
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const page = await open(user);
  await page.until((heard) => heard.includes("retry: 2000"));
  const seen = () => app.owner.query("select seen_at from sign_ins where user_id = $1", [user.id]);
  await app.owner.query("update sign_ins set seen_at = seen_at - interval '5 minutes' where user_id = $1", [user.id]);
  const before = (await seen()).rows;
  vi.advanceTimersByTime(15_000);
  await page.until((heard) => heard.includes(":\n\n"));
  expect((await seen()).rows).toEqual(before);
  await app.owner.query("update sign_ins set ended_at = now() where user_id = $1", [user.id]);
  vi.advanceTimersByTime(15_000);
  await page.over();
});

test("ends at once in every process when its session is revoked, others stay open [T-10]", async () => {
  const other = await app.startProcess();
  const user = await payer();
  const session = await signInAgain(user);
  const [there, here] = [await open(session), await open(user)];
  await there.until((heard) => heard.includes("retry"));
  const ended = await other.app.inject({
    method: "DELETE",
    url: `${apiBase}/user/sessions/${session.id}`,
    headers: { authorization: `Bearer ${user.token}` },
  });
  expect(ended.statusCode).toBe(200);
  await there.over(); // long before a heartbeat
  await here.until((heard) => heard.includes(":\n\n")); // it was checked and is still signed in; it ends with the process
});

/** Adds another session of the same user. */
async function signInAgain(user: TestUser): Promise<{ readonly id: string; readonly token: string }> {
  const [id, token] = [randomIds.publicId(), randomIds.token()];
  await app.owner.query(
    "insert into sign_ins (id, user_id, token_hash, kind, ends_at) values ($1, $2, $3, 'bearer', now() + interval '1 hour')",
    [id, user.id, tokenHash(token)],
  );
  return { id, token };
}

test("counts a stream that shutdown ends as a response, without its duration", async () => {
  const { app: other, registry } = await app.startProcess();
  const page = await open(await payer(), await other.listen({ port: 0, host: "127.0.0.1" }));
  await page.until((heard) => heard.includes("retry"));
  await other.close();
  await page.over();
  const route = new RegExp(`^idanimo_http_(\\w+)\\{.*route="${apiBase}/events".*\\} ([1-9]\\d*)$`, "gm");
  for (const _time of ["asked", "asked again"])
    expect([...(await registry.metrics()).matchAll(route)].map(([, ...name]) => name)).toEqual([
      ["responses_total", "1"],
      ["answers_total", "1"], // the earlier name
    ]);
});

test("leaves no stream open when a page closes while its session is read", async () => {
  const { app: other, registry } = await app.startProcess();
  const { port } = new URL(await other.listen({ port: 0, host: "127.0.0.1" }));
  const user = await payer();
  const holder = await app.owner.connect();
  const closed: Promise<unknown>[] = [];
  try {
    await holder.query("begin; lock table sign_ins in access exclusive mode");
    for (let at = 0; at < 20; at += 1) {
      const line = connect(Number(port), "127.0.0.1");
      await once(line, "connect");
      line.write(`GET ${apiBase}/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${user.token}\r\n\r\n`);
      closed.push(once(line, "close"));
      setTimeout(() => line.destroy(), 50);
    }
    await Promise.all(closed);
  } finally {
    await holder.query("rollback");
    holder.release();
  }
  const page = await open(user, `http://127.0.0.1:${port}`); // answered after all of them
  await page.until((heard) => heard.includes("retry"));
  expect(await registry.metrics()).toMatch(/^idanimo_streams_open 1$/m);
  page.close();
});

test("ends the oldest of more than 20 streams of one session with a notice [T-65]", async () => {
  const [user, other] = [await payer(), await payer()];
  const theirs = await open(other);
  const pages = [];
  for (let at = 0; at < 22; at += 1) {
    const page = await open(user);
    await page.until((heard) => heard.includes("retry: 2000"));
    pages.push(page);
  }
  const [first, second, ...rest] = pages;
  for (const page of [first, second]) {
    await page?.over();
    await page?.until((heard) => heard.endsWith("retry: 600000\nevent: replaced\ndata:\n\n"));
  }
  await completeLookup(app, user, { kind: "not_found" });
  for (const page of rest) await page.until((heard) => heard.includes("item_closed"));
  for (const page of [...rest, theirs]) {
    await page.until((heard) => !heard.includes("replaced"));
    page.close();
  }
});

test("ends the oldest of more than 50 streams of one account [T-65]", async () => {
  const { app: process, registry } = await app.startProcess();
  const at = await process.listen({ port: 0, host: "127.0.0.1" });
  const user = await payer();
  const places = [user, await signInAgain(user), await signInAgain(user)];
  const pages = [];
  for (const [position, count] of [20, 20, 11].entries())
    for (let time = 0; time < count; time += 1) {
      const page = await open(places[position] ?? user, at);
      await page.until((heard) => heard.includes("retry: 2000"));
      pages.push(page);
    }
  await pages[0]?.over();
  expect(await registry.metrics()).toMatch(/^idanimo_streams_open 50$/m);
  for (const page of pages) page.close();
});

test("rejects a stream without a session", async () => {
  for (const authorization of ["", "Bearer unknown-unknown-unknown-unknown"]) {
    const response = await app.app.inject({ url: `${apiBase}/events`, headers: { authorization } });
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([401, "not_signed_in"]);
  }
});

test("unsubscribes a page that closes", async () => {
  const user = await payer();
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const page = await open(user);
  await page.until((heard) => heard.includes("retry"));
  const timers = vi.getTimerCount();
  page.close();
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(timers - 1), { timeout: 15_000, interval: 10 });
});

// the browser re-fetches what an event names [T-70]; here a forged event is not even forwarded
test("ignores a forged notification on the channel [T-70]", async () => {
  const user = await payer();
  const page = await open(user);
  for (const payload of [
    "no json",
    "{}",
    '{"ownerId":1}',
    `{"ownerId":"${user.id}","event":{"type":"pay","amount":1}}`,
  ])
    await app.owner.query("select pg_notify('idanimo_live', $1)", [payload]);
  await completeLookup(app, user, { kind: "not_found" });
  await page.until((heard) => heard.includes("item_closed"));
  expect(page.events().some((event) => event.type === "pay")).toBe(false);
  page.close();
});
