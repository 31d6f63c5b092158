import { partsFor } from "@idanimo/contract/record-parts";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { createTestApp, randomNin, type TestApp } from "../../testing/app.ts";
import { requestConsent, payPurchase, submitDecision, readRequestState } from "../../testing/lookup-steps.ts";
import { create, createSessionSteps } from "./testing/session-steps.ts";

let app: TestApp;
const { payer, verifyAfterTest } = createSessionSteps(() => app);
beforeAll(async () => void (app = await createTestApp()));
afterEach(() => verifyAfterTest());
afterAll(() => app.close());

test("returns the entered values to the owner until the purchase is paid [R-30]", async () => {
  const [user, other] = [await payer(), await payer()];
  const nin = randomNin();
  const made = (await create(user, { nin })).json<{ sessionCode: string; transactionID: string }>();
  const read = (by: typeof user) => by.get(`/verification/session/${made.sessionCode}`);
  const unpaid = (await read(user)).json<{ items: object[] }>();
  expect(unpaid).toMatchObject({ items: [{ searchValue: nin }] });
  expect(unpaid).not.toHaveProperty("payment");
  expect((await read(other)).statusCode).toBe(404);
  await payPurchase(user, { ...made, amount: "588" });
  expect((await read(user)).json<{ items: object[] }>().items[0]).not.toHaveProperty("searchValue");
});

test("a session names what its purpose can show until it is paid [CL-08]", async () => {
  const user = await payer();
  const nin = randomNin();
  const body = { nin, purpose: { code: "family" } };
  const made = (await create(user, body)).json<{ sessionCode: string; transactionID: string }>();
  const read = async () =>
    (await user.get(`/verification/session/${made.sessionCode}`)).json<{ mayShow: { optional: string[] }[] }>().mayShow;
  const { required, optional } = partsFor.nin.family;
  expect(await read()).toEqual([{ searchType: "nin", required, optional }]);
  expect((await read())[0]?.optional).toContain("religion");
  await payPurchase(user, { ...made, amount: "588" });
  expect(await read()).toEqual([]);
});

test("a session names what a file's purpose can show once for all lines [CL-08]", async () => {
  const user = await app.user({ userType: "business", NGN: 10_000_00n });
  const nin_csv = Buffer.from(`${randomNin()}\n${randomNin()}\n`).toString("base64");
  const made = await create(user, { nin_csv, purpose: { code: "tenancy" } });
  const { sessionCode } = made.json<{ sessionCode: string }>();
  const { required, optional } = partsFor.bulk_nin.tenancy;
  expect((await user.get(`/verification/session/${sessionCode}`)).json()).toMatchObject({
    mayShow: [{ searchType: "bulk_nin", required, optional }],
  });
});

test.each([
  { businessName: null, name: "Ada Obi" },
  { businessName: "Bright Homes Ltd", name: "Bright Homes Ltd" },
])("a request names its purpose and $name as its requester [CL-10]", async ({ businessName, name }) => {
  const user = await payer();
  await app.owner.query("update users set first_name = 'Ada', last_name = 'Obi', business_name = $2 where id = $1", [
    user.id,
    businessName,
  ]);
  const pending = await requestConsent(app, user);
  await submitDecision(app, pending.token, "grant");
  const { rows } = await app.owner.query("select purpose_code as purpose from consents where request_id = $1", [
    pending.itemId,
  ]);
  const seen = (await user.get(`/verification/check-consent/${pending.itemId}`)).json();
  expect(seen).toMatchObject({ ...rows[0], requester: name });
  expect(seen).toMatchObject({ consent: "granted", withheld: expect.arrayContaining(["photo", "address"]) });
});

test("reading a session returns each state from priced to its outcome [R-30]", async () => {
  const user = await payer();
  const bought = await app.purchase(user);
  const stand = async () => {
    const session = (await user.get(`/verification/session/${bought.sessionCode}`)).json<{
      state: string;
      sessionStatus: string;
      items: { state: string }[];
    }>();
    return [session.state, session.sessionStatus, session.items[0]?.state];
  };
  expect(await stand()).toEqual(["initiated", "INITIATED", "priced"]);
  await payPurchase(user, bought);
  expect(await stand()).toEqual(["paid", "INITIATED", "running"]);
  await app.drainQueue();
  expect(await stand()).toEqual(["paid", "INITIATED", "awaiting_consent"]);
  const sms = app.providers.sms.sent.at(-1)?.text ?? "";
  await submitDecision(app, /consent\/([\w-]{43})/.exec(sms)?.[1] ?? "", "grant");
  expect(await stand()).toEqual(["completed", "COMPLETED", "DELIVERED"]);
});

/** Blocks the first statement that contains `mark`, runs `act`, then lets the statement continue. */
async function askedMeanwhile<Answer>(mark: string, ask: () => Promise<Answer>, act: () => Promise<unknown>) {
  await app.owner.query(
    `create or replace function product_now() returns timestamptz language plpgsql stable as $$ begin
       if current_query() like '%${mark}%' then perform pg_advisory_xact_lock_shared(30); end if;
       return clock_timestamp();
     end $$`,
  );
  const gate = await app.owner.connect();
  try {
    await gate.query("select pg_advisory_lock(30)");
    const asked = ask();
    await vi.waitFor(async () => {
      const waiting = await gate.query(
        "select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())",
      );
      expect(waiting.rowCount).toBe(1);
    }, 15_000);
    await act();
    await gate.query("select pg_advisory_unlock(30)");
    return await asked;
  } finally {
    gate.release(true);
  }
}

test("reads a purchase and its items from one snapshot [R-30]", async () => {
  const user = await payer();
  const bought = await app.purchase(user);
  app.providers.personRecords.respondTo(bought.nin, { kind: "not_found" });
  await payPurchase(user, bought);
  const response = await askedMeanwhile(
    "is_quote_over",
    () => user.get(`/verification/session/${bought.sessionCode}`),
    async () => {
      await app.drainQueue();
      expect((await readRequestState(app, bought.itemId))?.outcome).toBe("NO_DATA");
    },
  );
  expect(response.json()).toMatchObject({ state: "paid", items: [{ state: "running" }] });
});

test("reads a request and its record consistently while consent changes [R-08 R-30]", async () => {
  const user = await payer();
  const question = await requestConsent(app, user);
  const read = () => user.get(`/verification/check-consent/${question.itemId}`);
  const granted = await askedMeanwhile("guardian_due", read, () => submitDecision(app, question.token, "grant"));
  expect(granted.json()).toMatchObject({ outcome: "DELIVERED", consent: "granted", data: { surname: "Made-Up" } });
  const taken = await askedMeanwhile("guardian_due", read, () => submitDecision(app, question.token, "withdraw"));
  expect(taken.json()).toMatchObject({ consent: "terminated", data: null });
});
