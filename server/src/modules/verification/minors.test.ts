import { randomLocalPhone } from "../../testing/phones.ts";
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, randomNin, type TestApp, type TestUser } from "../../testing/app.ts";
import { adultPerson, FakePersons } from "../../testing/fakes.ts";
import {
  requestConsent,
  buySearch,
  setClockRelativeTo,
  completeLookup,
  payPurchase,
  submitDecision,
  readRequestState,
} from "../../testing/lookup-steps.ts";

/** Lookups of minors: the record is destroyed and refunded; a guardian's consent can be requested. */

const banks = new FakePersons("fake_banks");
let app: TestApp;
beforeAll(async () => {
  const phones = { phone: [new FakePersons("fake_phones")], bvnByPhone: [banks] };
  app = await createTestApp({}, { sources: () => phones });
});
afterEach(async () => {
  await app.setClockOffset(0);
  await app.drainQueue();
  await app.checkInvariants();
  expect(app.jobFailures()).toEqual([]);
});
afterAll(() => app.close());

const payer = () => app.user({ NGN: 10_000_00n });
const child = { birthDate: "2015-06-01", fields: { firstname: "Canary-of-a-child", photo: "CANARYPHOTO" } };
const askMinor = (user: TestUser) =>
  completeLookup(app, user, { kind: "found", record: adultPerson(randomNin(), child) }).then(({ itemId }) => itemId);

/** Names of rows and columns that still have data of a request. */
async function leftOf(requestId: string): Promise<readonly string[]> {
  const { rows } = await app.owner.query<{ name: string }>(
    `select 'result' as name from results where request_id = $1
     union all select 'subject_index' from subject_index where request_id = $1
     union all select 'message' from outbox_messages where request_id = $1
     union all select 'answer' from lookup_attempts where request_id = $1 and response_sealed is not null
     union all select 'what was typed' from verification_requests
       where id = $1 and (num_nonnulls(search_sealed, value_hash) > 0 or purged_at is null)
     union all select 'consent' from consents
       where request_id = $1 and num_nonnulls(contact_sealed, note_sealed, phone_hash, token_hash, code_hash) > 0`,
    [requestId],
  );
  return [...rows.map(({ name }) => name), ...((await app.keys.find(requestId)) ? ["key"] : [])];
}

describe("a lookup of a minor [T-49]", () => {
  test("deletes all personal data, refunds, and sends no message", async () => {
    const user = await payer();
    const sent = app.providers.sms.sent.length;
    const id = await askMinor(user);
    await app.drainQueue();
    expect(await leftOf(id)).toEqual([]);
    expect(await readRequestState(app, id)).toEqual({ item: "closed", outcome: "MINOR", consent: "terminated" });
    expect((await app.wallets(user)).NGN).toBe(10_000_00n);
    expect(app.providers.sms.sent).toHaveLength(sent);
    const seen = await user.get(`/verification/check-consent/${id}`);
    expect(seen.json()).toMatchObject({ data: null, source: null, asked: [], guardian: null });
    expect(seen.body).not.toMatch(/Canary|CANARY|2015/);
    expect(seen.json<{ searchValue: string }>().searchValue).toMatch(/^\*+\d\d$/);
  });

  test("deletes all data if only one of two registers reports a minor", async () => {
    const user = await payer();
    const phone = randomLocalPhone();
    const bought = await buySearch(app, user, { phone });
    banks.respondTo(phone, { kind: "found", record: adultPerson(phone, child) });
    await payPurchase(user, bought);
    await app.drainQueue();
    expect(await leftOf(bought.itemId)).toEqual([]);
  });

  test.each([
    ["a day before the birthday in Lagos", -86_400, "MINOR"],
    ["a second before the birthday", -1, "MINOR"],
    ["the first second of the birthday", 0, null],
    ["a day after the birthday", 86_400, null],
  ])("decides by the date in Lagos: %s", async (_what, seconds, outcome) => {
    const now = new Date();
    const birthday = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 15));
    const birthDate = `${birthday.getUTCFullYear() - 18}${birthday.toISOString().slice(4, 10)}`;
    await setClockRelativeTo(app, "select $1::timestamptz - interval '1 hour' as at", [birthday], seconds);
    const bought = await completeLookup(app, await payer(), {
      kind: "found",
      record: adultPerson(randomNin(), { birthDate }),
    });
    expect((await readRequestState(app, bought.itemId))?.outcome).toBe(outcome);
    await app.owner.query("update consents set deadline = product_now() where state = 'pending'");
    await app.runSchedule("expire_consents");
  });
});

describe("requesting a guardian's consent [T-49]", () => {
  const cases = async (requestId: string) =>
    (
      await app.owner.query<{ kind: string; detail: string }>("select kind, detail from cases where object_id = $1", [
        requestId,
      ])
    ).rows;
  const through = (user: TestUser, requestId: string, relation = "legal_guardian") =>
    user.post("/verification/guardian", { requestId, relation });

  test("opens one case, also for concurrent, repeated and later requests [R-10]", async () => {
    const user = await payer();
    const id = await askMinor(user);
    const responses = await Promise.all([through(user, id), through(user, id)]);
    for (const response of responses)
      expect([response.statusCode, response.json()]).toEqual([200, { result: "success" }]);
    await app.owner.query("update cases set closed_at = now(), closed_by = 'ada' where object_id = $1", [id]);
    expect((await through(user, id, "school")).statusCode).toBe(200);
    expect(await cases(id)).toEqual([{ kind: "guardian_asked", detail: "through: legal guardian" }]);
    const audit = await app.owner.query(
      "select actor_id, reason from audit_log where action = 'guardian_asked' and object_id = $1",
      [id],
    );
    expect(audit.rows).toEqual([{ actor_id: user.id, reason: "legal_guardian" }]);
    const seen = (await user.get(`/verification/check-consent/${id}`)).json();
    const [opened] = (
      await app.owner.query<{ number: string; due: Date }>(
        "select 'G-' || upper(right(id::text, 6)) as number, opened_at + interval '7 days' as due from cases where object_id = $1",
        [id],
      )
    ).rows;
    const guardian = { reference: opened?.number, answerBy: opened?.due.toISOString() };
    expect(seen).toMatchObject({ guardian, outcome: "MINOR", data: null });
    await app.drainQueue();
    expect(await leftOf(id)).toEqual([]);
  });

  test("rejects adults, other users' requests and unknown relations", async () => {
    const [user, other] = [await payer(), await payer()];
    const minor = await askMinor(user);
    const grownUp = await requestConsent(app, user);
    for (const [who, id, relation, code] of [
      [user, grownUp.itemId, "parent", "not_a_minor"],
      [other, minor, "parent", "not_found"],
      [user, randomUUID(), "parent", "not_found"],
      [user, minor, "unknown", "bad_input"],
      [user, "x", "parent", "bad_input"],
    ] as const)
      expect((await through(who, id, relation)).json(), `${relation} ${code}`).toMatchObject({ code });
    expect([...(await cases(minor)), ...(await cases(grownUp.itemId))]).toEqual([]);
    await submitDecision(app, grownUp.token, "deny");
  });
});
