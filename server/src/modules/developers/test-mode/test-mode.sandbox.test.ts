import { playMoney } from "@idanimo/contract/developers/test-mode";
import { apiBase } from "@idanimo/contract/operation";
import { operations } from "@idanimo/contract/operations";
import { randomUUID } from "node:crypto";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { sharedRoutes } from "../../../app/shared-routes.ts";
import { routePath } from "../../../http/mount.ts";
import { eventually } from "../../../providers/testing/sandbox.ts";
import { callWithKey, createKey, type TestKey } from "../../../testing/developer-steps.ts";
import { buySearch, payPurchase, type SearchPurchase } from "../../../testing/lookup-steps.ts";
import { createOrganisation, type TestMember } from "../../../testing/organisation-steps.ts";
import { type End, sandboxKinds } from "../../../testing/sandbox-kinds.ts";
import { digestTables, startTestModeApp, type TestModeApp } from "./testing/test-mode-app.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let stage: TestModeApp;
let member: TestMember;
beforeAll(async () => {
  stage = await startTestModeApp();
  member = await createOrganisation(stage.live, { name: "Kano Lenders", NGN: 50_000_00n });
});
afterEach(async () => {
  await stage.testDatabase.checkInvariants();
  await stage.live.checkInvariants();
});
afterAll(() => stage.close());

const balanceIn = (profile: LightMyRequestResponse) => profile.json<{ walletBalance: string }>().walletBalance;

/** The end of a lookup, once it has one. */
const endOf = (itemId: string): Promise<End> =>
  eventually(async () => {
    const { rows } = await stage.testDatabase.owner.query<{ state: string; outcome: End | null }>(
      "select state, outcome from purchase_items where id = $1",
      [itemId],
    );
    return rows[0]?.state === "awaiting_consent" ? "asked" : (rows[0]?.outcome ?? undefined);
  });

async function buy(search: object): Promise<SearchPurchase> {
  const user = stage.inTestMode(member);
  const bought = await buySearch(stage.testDatabase, user, search);
  await payPurchase(user, bought);
  return bought;
}

const inbox = z.object({
  messages: z.array(
    z.object({ id: z.string(), channel: z.string(), to: z.string(), text: z.string(), replies: z.array(z.unknown()) }),
  ),
});
const readInbox = async (of = member) =>
  inbox.parse((await stage.inTestMode(of).get("/developers/inbox")).json()).messages;

/** Calls that reached any live provider, SMS or email gateway. */
async function countLiveCalls(): Promise<number> {
  const { calls } = z
    .object({ calls: z.record(z.string(), z.number()) })
    .parse(await stage.liveSandbox.get("/__sandbox/stats"));
  const { sms, mail, push } = stage.live.providers;
  return Object.values(calls).reduce(
    (sum, count) => sum + count,
    sms.sent.length + mail.sent.length + push.sent.length,
  );
}

test("buys every kind with play money, and leaves live untouched [DP-17]", async () => {
  const user = stage.inTestMode(member);
  expect((await user.post("/developers/test-mode/balance", { amountMinor: 100_000_000 })).json()).toEqual({
    balanceMinor: Number(playMoney.minor) + 100_000_000,
  });
  const [before, callsBefore] = [await digestTables(stage.live), await countLiveCalls()];
  const liveProfile = balanceIn(await member.get("/user/profile"));
  const bought = await Promise.all(
    sandboxKinds.flatMap(({ kind, search, ends }) =>
      Object.entries(ends).map(async ([ending, end]) => ({
        name: `${kind} ${ending}`,
        end,
        ...(await buy(search(ending))),
      })),
    ),
  );
  const seen = await Promise.all(bought.map(async ({ name, itemId }) => `${name}: ${await endOf(itemId)}`));
  expect(seen).toEqual(bought.map(({ name, end }) => `${name}: ${end}`));
  expect(await countLiveCalls()).toBe(callsBefore);
  expect(await digestTables(stage.live)).toEqual(before);
  expect(balanceIn(await member.get("/user/profile"))).toBe(liveProfile);
  expect(
    (await stage.live.owner.query("select from graphile_worker.jobs where task_identifier = 'look_up'")).rowCount,
  ).toBe(0);
});

test.each([
  ["0004", "asked"],
  ["0007", "asked"],
  ["0009", "asked"],
  ["0010", "asked"],
] as const)("a NIN ending in %s ends as %s [DP-17]", async (ending, end) => {
  expect(await endOf((await buy({ nin: `6234567${ending}` })).itemId)).toBe(end);
});

test("failing numbers of one organisation close no source for another [DP-17]", async () => {
  for (let at = 0; at < 8; at += 1)
    expect(await endOf((await buy({ nin: `752345${at}0001` })).itemId)).toBe("PROVIDER_FAILED");
  const now = performance.now();
  vi.spyOn(performance, "now").mockReturnValue(now + 60_000); // past what the health of sources is cached for
  const answer = await stage.inTestMode(member).get("/verification/sources");
  vi.restoreAllMocks();
  const { sources } = answer.json<{ sources: { searchType: string; state: string }[] }>();
  expect(sources.filter(({ state }) => state === "down")).toEqual([]);
  expect(sources.length).toBeGreaterThan(5);
});

test("repeats a number as often as a test needs [DP-17]", async () => {
  const ends = [];
  for (let at = 0; at < 5; at += 1) {
    const { itemId } = await buy({ nin: "71234574321" });
    ends.push(await endOf(itemId));
    await stage.inTestMode(member).post(`/developers/test-mode/consents/${itemId}`, { decision: "denied" });
  }
  expect(ends).toEqual(Array.from({ length: 5 }, () => "asked"));
});

describe("consent in test mode", () => {
  const stateOf = async (itemId: string) =>
    (await stage.inTestMode(member).get(`/verification/check-consent/${itemId}`)).json<{
      consentStatus?: string;
      data?: unknown;
    }>();

  test("is granted and denied by a call, once [DP-17]", async () => {
    const user = stage.inTestMode(member);
    const [granted, denied] = [await buy({ nin: "72234574321" }), await buy({ nin: "72234574322" })];
    for (const { itemId } of [granted, denied]) expect(await endOf(itemId)).toBe("asked");
    const decide = (itemId: string, body: object) => user.post(`/developers/test-mode/consents/${itemId}`, body);
    expect((await decide(granted.itemId, { decision: "granted", parts: ["scores"] })).json()).toMatchObject({
      code: "bad_input",
    });
    expect((await decide(granted.itemId, { decision: "granted" })).json()).toEqual({ result: "success" });
    expect((await decide(granted.itemId, { decision: "denied" })).json()).toMatchObject({ code: "request_over" });
    expect((await decide(denied.itemId, { decision: "denied" })).json()).toEqual({ result: "success" });
    expect(await stateOf(granted.itemId)).toMatchObject({ data: { firstName: expect.any(String) as string } });
    expect((await stateOf(denied.itemId)).data ?? null).toBeNull();
  });

  test("is granted by a reply in the inbox, which only its organisation sees [DP-17]", async () => {
    const { itemId } = await buy({ nin: "73234574321" });
    expect(await endOf(itemId)).toBe("asked");
    const message = await eventually(async () =>
      (await readInbox()).find(({ channel, text }) => channel === "sms" && text.includes("Kano Lenders")),
    );
    const stranger = await createOrganisation(stage.live, { name: "Other" });
    expect(await readInbox(stranger)).toEqual([]);
    const code = /YES ([A-Z]{6})/.exec(message.text)?.[1] ?? "";
    const reply = (of: TestMember) =>
      stage.inTestMode(of).post(`/developers/inbox/${message.id}/reply`, { text: `YES ${code}` });
    expect((await reply(stranger)).statusCode).toBe(404);
    expect((await reply(member)).json()).toEqual({ result: "success" });
    const asked = await eventually(async () =>
      (await readInbox()).find(({ id, replies }) => id === message.id && replies.length > 0),
    );
    expect(asked.replies).toHaveLength(1);
  });
});

describe("modes are apart", () => {
  test("a test id is 404 in live, and a live id in test mode [DP-18]", async () => {
    const testItem = await buy({ rc: "RC 7714321" });
    await endOf(testItem.itemId);
    const liveItem = await buySearch(stage.live, member, { rc: "RC 7724321" });
    await payPurchase(member, liveItem);
    await stage.live.drainQueue();
    const test = stage.inTestMode(member);
    for (const [mode, own, foreign] of [
      [test, testItem, liveItem],
      [member, liveItem, testItem],
    ] as const)
      for (const path of [`/verification/check-consent/`, `/results/`]) {
        const at = (id: string) => mode.get(path === "/results/" ? `/results/${id}/report.pdf` : `${path}${id}`);
        expect([path, (await at(own.itemId)).statusCode]).toEqual([path, 200]);
        expect([path, (await at(foreign.itemId)).statusCode]).toEqual([path, 404]);
        const { sessionCode, transactionID, amount } = foreign;
        const paid = await mode.post("/transaction/wallet-payment", { sessionCode, transactionID, amount });
        expect(paid.statusCode).toBe(404);
      }
  });

  test("live has none of the calls of test mode, and a person's own account no test mode [DP-17]", async () => {
    expect((await member.send("GET", "/developers/test-mode", undefined, stage.app)).json()).toEqual({
      isAvailable: true,
    });
    for (const path of [
      "/developers/test-mode/balance",
      `/developers/test-mode/consents/${randomUUID()}`,
      `/developers/inbox/${randomUUID()}/reply`,
    ]) {
      const bodies = { "/developers/test-mode/balance": { amountMinor: 1 } };
      const body =
        path in bodies ? { amountMinor: 1 } : path.endsWith("reply") ? { text: "YES" } : { decision: "denied" };
      expect([path, (await member.send("POST", path, body, stage.app)).statusCode]).toEqual([path, 404]);
    }
    expect((await member.send("GET", "/developers/inbox", undefined, stage.app)).statusCode).toBe(404);
    const headers = { authorization: `Bearer ${member.own.token}`, "idanimo-mode": "test" };
    const own = await stage.app.inject({ url: `${apiBase}/user/profile`, headers });
    expect(own.statusCode).toBe(404);
  });

  test("a call of test mode reaches only its own routes and the shared ones [DP-18]", async () => {
    const reached: string[] = [];
    for (const [name, operation] of Object.entries(operations)) {
      const isShared = sharedRoutes.has(`${operation.method} ${routePath(operation)}`);
      const isOwn = stage.app.hasRoute({
        method: operation.method,
        url: routePath(operation),
        constraints: { mode: "test" },
      });
      if (isShared && isOwn) reached.push(name);
      if (isShared || isOwn) continue;
      const url = apiBase + operation.path.replace(/\{\w+\}/g, randomUUID());
      const response = await stage.app.inject({
        method: operation.method,
        url,
        headers: {
          authorization: `Bearer ${member.own.token}`,
          "idanimo-organisation": member.organisationId,
          "idanimo-mode": "test",
          "content-type": "application/json",
        },
        ...(operation.method === "POST" && { payload: "{}" }),
      });
      expect([name, response.statusCode]).toEqual([name, 404]);
    }
    expect(reached).toEqual([]);
  });

  test("a test key buys in test mode alone, and a live key in live alone [DP-17 DP-18]", async () => {
    const scopes = ["quotes", "checks:create", "checks:read", "results:company"] as const;
    const [testKey, liveKey] = [
      await createKey(member.on(stage.app), scopes, { mode: "test" }),
      await createKey(member.on(stage.app), scopes, { mode: "live" }),
    ];
    const callsOf = (key: TestKey): Pick<TestMember, "post" | "get"> => ({
      post: (path, body, headers = {}) =>
        callWithKey(stage.live, key.secret, path, { method: "POST", body, headers, to: stage.app }),
      get: (path) => callWithKey(stage.live, key.secret, path, { to: stage.app }),
    });
    const [test, live] = [callsOf(testKey), callsOf(liveKey)];
    const [testItem, liveItem] = [
      await buySearch(stage.testDatabase, test, { rc: "RC 7734321" }),
      await buySearch(stage.live, live, { rc: "RC 7744321" }),
    ];
    await payPurchase(test, testItem);
    await payPurchase(live, liveItem);
    await Promise.all([endOf(testItem.itemId), stage.live.drainQueue()]);
    const statuses = async (of: typeof test) =>
      Promise.all(
        [testItem, liveItem].map(
          async ({ itemId }) => (await of.get(`/verification/check-consent/${itemId}`)).statusCode,
        ),
      );
    expect([await statuses(test), await statuses(live)]).toEqual([
      [200, 404],
      [404, 200],
    ]);
    const mixed = await callWithKey(stage.live, liveKey.secret, "/verification/sources", {
      headers: { "idanimo-mode": "test" },
      to: stage.app,
    });
    expect([mixed.statusCode, mixed.json<{ code: string }>().code]).toEqual([401, "key_invalid"]);
  });

  test("each mode has the log of its own keys, also of calls to the other mode [DP-13 DP-17]", async () => {
    const [testKey, liveKey] = [
      await createKey(member.on(stage.app), ["quotes"], { mode: "test" }),
      await createKey(member.on(stage.app), ["quotes"], { mode: "live" }),
    ];
    const call = (key: TestKey, path: string, headers = {}) =>
      callWithKey(stage.live, key.secret, path, { to: stage.app, headers });
    await call(testKey, "/verification/sources");
    await call(testKey, "/user/sessions");
    await call(liveKey, "/verification/sources", { "idanimo-mode": "test" });
    const logOf = async (by: Pick<TestMember, "get">, key: TestKey) => {
      const page = await by.get(`/developers/requests?key=${key.id}`);
      return page
        .json<{ requests: { status: number; code: string | null; keyName: string | null }[] }>()
        .requests.map(({ status, code, keyName }) => [status, code, keyName]);
    };
    const onApp = member.on(stage.app);
    await vi.waitFor(async () => {
      expect(await logOf(stage.inTestMode(member), testKey)).toEqual([
        [401, "key_invalid", "Back office"], // a route that both modes share knows live keys alone
        [200, null, "Back office"],
      ]);
      expect(await logOf(onApp, liveKey)).toEqual([[401, "key_invalid", "Back office"]]);
    });
    expect(await logOf(stage.inTestMode(member), liveKey)).toEqual([]);
    expect(await logOf(onApp, testKey)).toEqual([]);
  });

  test("the test database has no contact of a member [DP-17]", async () => {
    const { rows } = await stage.testDatabase.owner.query("select * from users");
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain("@example.test");
    for (const row of rows as { phone: unknown; password_hash: unknown }[])
      expect([row.phone, row.password_hash]).toEqual([null, null]);
  });
});
