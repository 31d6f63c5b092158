import { randomUUID } from "node:crypto";
import { maskValue } from "@idanimo/contract/masking";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { parsePdf } from "../../../documents/testing/parse-pdf.ts";
import { Vault } from "../../../kernel/vault.ts";
import { createTestApp, type TestApp } from "../../../testing/app.ts";
import { canary } from "../../../testing/canary-sources.ts";
import {
  readRequestState,
  replyBySms,
  setClockRelativeTo,
  submitDecision,
  submitForm,
} from "../../../testing/lookup-steps.ts";
import { mountedRoutes, requestReadPaths } from "../../../testing/read-paths.ts";
import {
  ask,
  auth,
  createPlateOwnerSteps,
  internationalPhone,
  look,
  ownerNames,
  type Seen,
  sources,
  targetOf,
} from "./testing/plate-owner-steps.ts";

/** The owner of a vehicle, who is asked from the result of the vehicle's registration number. [CL-15] */

let app: TestApp;
const { plateResult, messagesTo, askedResult, keysOf, verifyAfterTest } = createPlateOwnerSteps(() => app);
beforeAll(async () => void (app = await createTestApp({}, { sources })));
afterEach(() => verifyAfterTest());
afterAll(() => app.close());

describe("asking the owner", () => {
  test("sends one SMS to the register's phone and charges nothing [CL-15]", async () => {
    const result = await plateResult();
    const before = await app.wallets(result.user);
    const pending = await askedResult(result);
    expect(messagesTo(result.plate)).toHaveLength(1);
    expect(pending.sms).toContain(`your record as the owner of the vehicle ${maskValue(result.plate)}`);
    expect(pending.sms).not.toContain(result.plate);
    expect(pending.sms.length).toBeLessThanOrEqual(459);
    const page = await app.app.inject({ url: `/consent/${pending.token}` });
    expect(page.body).toContain(`as the owner of the vehicle (${maskValue(result.plate)})`);
    expect(page.body).not.toContain(canary);
    await submitDecision(app, pending.token, "deny");
    await app.drainQueue();
    expect(await app.wallets(result.user)).toEqual(before);
    expect(await app.transfers(result.user)).toHaveLength(2); // the charge of the registration number
  });

  test.each(["page", "sms"])("opens the owner's values when the owner consents by %s [CL-04 CL-15]", async (way) => {
    const pending = await askedResult(await plateResult());
    if (way === "page") expect((await submitForm(app, `${pending.token}/grant`, [])).statusCode).toBe(303);
    else await replyBySms(app, internationalPhone(pending.plate), `YES ${pending.code}`);
    const seen = await look(pending);
    expect(seen.data).toMatchObject({ make: "LEXUS", owner_first_name: `${canary}-first_name` });
    expect(ownerNames.filter((name) => !(name in seen.data))).toEqual([]);
    expect([seen.withheld, seen.plateOwner.state]).toEqual([[], "shared"]);
    const report = await pending.user.get(`/results/${pending.itemId}/report.pdf`);
    expect(parsePdf(report.rawPayload).spokenText).toContain(`${canary}-address`);
    const reads = await app.owner.query("select from audit_log where object_id = $1 and actor_id = $2", [
      pending.requestId,
      pending.user.id,
    ]);
    expect(reads.rowCount).toBe(2); // the page and the report
    await app.drainQueue();
    expect(await keysOf(pending.itemId)).toEqual([]); // the result's own copy is deleted
    const [piece] = await keysOf(pending.requestId);
    await submitDecision(app, pending.token, "withdraw");
    await app.drainQueue();
    expect(await app.product.keys.find(piece?.key_id ?? "")).toBeUndefined();
  });

  test("hides the owner's values as soon as the owner withdraws [CL-15 T-48]", async () => {
    const pending = await askedResult(await plateResult());
    await submitForm(app, `${pending.token}/grant`, []);
    const begun = performance.now();
    await submitDecision(app, pending.token, "withdraw");
    const after = await look(pending);
    expect(performance.now() - begun).toBeLessThan(1_000);
    expect(JSON.stringify(after)).not.toContain(canary);
    const mounted = await mountedRoutes(app);
    const responses = await requestReadPaths(app.app, mounted, auth(pending), {
      of: targetOf(pending),
      isRunning: false,
    });
    for (const [route, { text }] of responses) expect([route, text.includes(canary)]).toEqual([route, false]);
    expect([after.withheld, after.plateOwner.state, after.data["make"]]).toEqual([["owner"], "ended", "LEXUS"]);
    expect((await ask(pending)).json()).toEqual({ requestId: pending.requestId });
    await app.drainQueue();
    expect(messagesTo(pending.plate).filter(({ text }) => text.includes("YES "))).toHaveLength(1);
  });

  test("makes one request of concurrent calls to two processes [CL-15 T-22]", async () => {
    const result = await plateResult();
    const other = await app.startProcess();
    const body = { requestId: result.itemId, purpose: { code: "sale" } };
    const calls = Array.from({ length: 8 }, (_, at) =>
      at % 2 ? ask(result) : result.user.on(other.app).post("/verification/ask-owner", body),
    );
    const responses = await Promise.all(calls);
    expect(new Set(responses.map(({ body: text }) => text)).size).toBe(1);
    await app.drainQueue();
    expect(messagesTo(result.plate)).toHaveLength(1);
    const items = await app.owner.query(
      "select from purchase_items where owner_id = $1 and search_type = 'plate_owner'",
      [result.user.id],
    );
    expect(items.rowCount).toBe(1);
    const keys = await app.product.keys.findMissing(
      responses.map((response) => response.json<{ requestId: string }>().requestId),
    );
    expect(keys).toEqual([]);
    await submitDecision(
      app,
      /\/consent\/([\w-]{43})/.exec(messagesTo(result.plate)[0]?.text ?? "")?.[1] ?? "",
      "deny",
    );
  });

  test("honours an Idempotency-Key, and rejects another purpose [CL-11 CL-15]", async () => {
    const result = await plateResult();
    const key = { "idempotency-key": randomUUID() };
    const first = await ask(result, "sale", key);
    expect((await ask(result, "sale", key)).body).toBe(first.body);
    expect((await ask(result, "credit", key)).json()).toMatchObject({ code: "same_key_other_body" });
    const other = await ask(result, "credit");
    expect([other.statusCode, other.json<{ code: string }>().code]).toEqual([409, "owner_already_asked"]);
    await app.drainQueue();
    expect(messagesTo(result.plate)).toHaveLength(1);
    await replyBySms(app, internationalPhone(result.plate), "STOP");
  });

  test.each(["denied", "no_answer"])("asks no second time after: %s [CL-15]", async (state) => {
    const pending = await askedResult(await plateResult());
    if (state === "denied") await submitDecision(app, pending.token, "deny");
    else {
      const deadline = "select deadline as at from consents where request_id = $1";
      await setClockRelativeTo(app, deadline, [pending.requestId], 1);
      expect((await look(pending)).plateOwner.state).toBe("no_answer");
      await app.runSchedule("expire_consents");
    }
    const seen = await look(pending);
    expect([seen.plateOwner.state, seen.withheld]).toEqual([state, ["owner"]]);
    expect((await ask(pending)).json()).toEqual({ requestId: pending.requestId });
    await app.drainQueue();
    expect(await keysOf(pending.itemId)).toEqual([]);
    expect(messagesTo(pending.plate).filter(({ text }) => text.includes("YES "))).toHaveLength(1);
    const notices = (await pending.user.get("/user/notices")).body;
    expect(notices).toContain("You haven't been charged.");
  });

  test("tells a blocked requester no more than other checks, and refunds nothing [CL-15 T-45]", async () => {
    const result = await plateResult();
    const hash = new Vault(["a secret that only tests know, 32+"]).indexHash("phone", internationalPhone(result.plate));
    await app.owner.query("insert into subject_blocks (id, contact_hash) values (gen_random_uuid(), $1)", [hash]);
    const before = await app.wallets(result.user);
    const { requestId } = (await ask(result)).json<{ requestId: string }>();
    await app.drainQueue();
    expect(await readRequestState(app, requestId)).toEqual({
      item: "closed",
      outcome: "BLOCKED",
      consent: "terminated",
    });
    expect((await look(result)).plateOwner).toMatchObject({ state: "not_possible", outcome: "BLOCKED" });
    expect(messagesTo(result.plate)).toEqual([]);
    expect(await app.wallets(result.user)).toEqual(before);
    const listed = (await result.user.get("/user/matching-requests")).json<{
      requests: { id: string; action: string }[];
    }>();
    expect(listed.requests.find(({ id }) => id === requestId)?.action).toBe("Not Possible");
    expect(app.providers.mail.sent.filter(({ to }) => to === result.user.email)).toEqual([]);
    const notices = (await result.user.get("/user/notices")).body;
    expect([notices.includes("You haven't been charged."), notices.includes("to your wallet")]).toEqual([true, false]);
    expect((await ask(result)).json()).toEqual({ requestId });
  });

  test("is not found for another account, another kind or an unknown result [CL-15 T-43]", async () => {
    const result = await plateResult();
    const other = await app.user();
    const nin = await app.purchase(await app.user({ NGN: 1_000_00n }));
    for (const [user, itemId] of [
      [other, result.itemId],
      [result.user, nin.itemId],
      [result.user, randomUUID()],
    ] as const)
      expect((await ask({ ...result, user, itemId })).statusCode).toBe(404);
    expect((await ask(result, "curiosity")).json()).toMatchObject({ code: "bad_input" });
    expect(messagesTo(result.plate)).toEqual([]);
  });

  test("asks one owner once a day, from whichever result [CL-15 T-45]", async () => {
    const first = await askedResult(await plateResult());
    const second = await plateResult(first.plate, app, first.user);
    const response = await ask(second);
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([429, "asked_recently"]);
    await submitDecision(app, first.token, "deny");
    await app.drainQueue();
    expect((await ask(second)).statusCode).toBe(429);
  });

  test("allows another request if our own messages failed [CL-15]", async () => {
    const result = await plateResult();
    const pending = await askedResult(result);
    await app.owner.query("update outbox_messages set state = 'failed' where request_id = $1", [pending.requestId]);
    const deadline = "select deadline as at from consents where request_id = $1";
    await setClockRelativeTo(app, deadline, [pending.requestId], 1);
    await app.runSchedule("expire_consents");
    expect(await readRequestState(app, pending.requestId)).toMatchObject({ outcome: "PROVIDER_FAILED" });
    await app.drainQueue();
    expect((await look(result)).plateOwner.state).toBe("not_asked");
    const again = await askedResult(result);
    expect(again.requestId).not.toBe(pending.requestId);
    await submitDecision(app, again.token, "deny");
  });

  test("never shows the owner longer than the result itself [CL-15]", async () => {
    const result = await plateResult();
    const resultEnd = "select expires_at as at from results where request_id = $1";
    await setClockRelativeTo(app, resultEnd, [result.itemId], -3_600);
    const pending = await askedResult(result);
    const { plateOwner, goneAt } = await look(result);
    expect(plateOwner.deadline).toBe(goneAt);
    await submitForm(app, `${pending.token}/grant`, []);
    expect((await look(result)).plateOwner).toMatchObject({ state: "shared", goneAt });
    await setClockRelativeTo(app, resultEnd, [result.itemId], 1);
    const expired = await result.user.get(`/verification/check-consent/${pending.requestId}`);
    expect(expired.json<{ data: unknown }>().data).toBeNull();
    await app.runSchedule("purge_due");
  });

  test("shows the owner for 24 hours after the grant [CL-15 EXPIRY-01]", async () => {
    const pending = await askedResult(await plateResult());
    await submitForm(app, `${pending.token}/grant`, []);
    const grantedEnd = "select decided_at + interval '24 hours' as at from consents where request_id = $1";
    await setClockRelativeTo(app, grantedEnd, [pending.requestId], 1);
    const seen = await look(pending);
    expect([seen.plateOwner.state, seen.data["make"], seen.withheld]).toEqual(["ended", "LEXUS", ["owner"]]);
    expect(JSON.stringify(seen)).not.toContain(canary);
    await app.runSchedule("purge_due");
  });

  test("is a request like any other for the owner and in the history [CL-15]", async () => {
    const pending = await askedResult(await plateResult());
    const own = (await pending.user.get(`/verification/check-consent/${pending.requestId}`)).json<Seen>();
    expect(own).toMatchObject({
      searchType: "plate_owner",
      consent: "pending",
      plateOwner: { resultId: pending.itemId },
    });
    const session = (await pending.user.get(`/verification/session/${pending.sessionCode}`)).json<{
      items: unknown[];
      state: string;
    }>();
    expect([session.items.length, session.state]).toEqual([1, "completed"]);
    const listed = (await pending.user.get("/user/matching-requests")).json<{ requests: { id: string }[] }>();
    expect(listed.requests.map(({ id }) => id)).toEqual([pending.requestId, pending.itemId]);
    await submitDecision(app, pending.token, "deny");
  });
});
