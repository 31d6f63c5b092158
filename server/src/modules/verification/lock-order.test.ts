import { phoneOf } from "../../testing/phones.ts";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createTestApp, randomNin, type TestApp, type TestUser } from "../../testing/app.ts";
import { adultPerson } from "../../testing/fakes.ts";
import {
  requestConsent,
  completeLookup,
  payPurchase,
  submitDecision,
  submitForm,
  readRequestState,
} from "../../testing/lookup-steps.ts";

/** An account's counters are one row, so closing requests of one account wait for each other. */

/** Tables that closing a request writes besides the item. */
const others = [
  "consents",
  "consent_evidence",
  "graphile_worker._private_jobs",
  "lookup_attempts",
  "notices",
  "outbox_messages",
  "verification_requests",
];

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  await app.owner.query(`
    create function note_closing() returns trigger language plpgsql as
      $$ begin perform set_config('test.counted', 'yes', true); return null; end $$;
    create trigger note_closing after insert or update on request_totals for each row execute function note_closing();
    create function refuse_after_closing() returns trigger language plpgsql as $$ begin
      if current_setting('test.counted', true) = 'yes' then -- an error code that is not retried
        raise exception 'the counters are locked: %', tg_table_name using errcode = 'XX000'; end if;
      return null;
    end $$;
    ${others.map((table) => `create trigger refuse_after_closing after insert or update on ${table} for each statement execute function refuse_after_closing();`).join("\n")}`);
});
afterEach(async () => {
  await app.drainQueue();
  await app.checkInvariants();
  expect(app.jobFailures()).toEqual([]);
});
afterAll(() => app.close());

const found = (but: Parameters<typeof adultPerson>[1] = {}) =>
  ({ kind: "found", record: adultPerson(randomNin(), but) }) as const;
const looked = async (user: TestUser, ...results: Parameters<typeof completeLookup>[2][]) =>
  (await completeLookup(app, user, ...results)).itemId;

test.each<{ outcome: string; run: (user: TestUser) => Promise<string> }>([
  { outcome: "PROVIDER_FAILED", run: (user) => looked(user, { kind: "failed", why: "http_500" }) },
  { outcome: "NO_DATA", run: (user) => looked(user, { kind: "not_found" }) },
  { outcome: "MINOR", run: (user) => looked(user, found({ birthDate: "2015-06-01" })) },
  {
    outcome: "NO_CONTACT",
    run: async (user) => {
      const { itemId, token } = await requestConsent(app, user);
      await submitForm(app, `${token}/wrong-person`, []);
      return itemId;
    },
  },
  {
    outcome: "DENIED",
    run: async (user) => {
      const { itemId, token } = await requestConsent(app, user);
      await submitDecision(app, token, "deny");
      return itemId;
    },
  },
  {
    outcome: "DELIVERED",
    run: async (user) => {
      const { itemId, token } = await requestConsent(app, user);
      await submitDecision(app, token, "grant");
      return itemId;
    },
  },
])("a request with outcome $outcome locks its counters in the last statement [R-34]", async (one) => {
  const user = await app.user({ NGN: 50_000_00n });
  const itemId = await one.run(user);
  expect(await readRequestState(app, itemId)).toMatchObject({ item: "closed", outcome: one.outcome });
});

test("a batch of consent requests and refunds closes its items last, in any order [R-34]", async () => {
  const nin = randomNin();
  const contact = { phone: phoneOf(nin), mail: null };
  const items: string[] = [];
  for (let at = 0; at < 6; at += 1) {
    const user = await app.user({ NGN: 588_00n });
    const bought = await app.purchase(user);
    app.providers.personRecords.respondTo(bought.nin, { kind: "found", record: adultPerson(bought.nin, { contact }) });
    await payPurchase(user, bought);
    items.push(bought.itemId);
  }
  await Promise.all(items.map((itemId) => app.product.jobs["look_up"]?.({ itemId } as never)));
  const ends = await Promise.all(items.map((id) => readRequestState(app, id)));
  expect(ends.filter((end) => end?.outcome === "BLOCKED")).toHaveLength(3); // a person is asked three times a day
  expect(ends.filter((end) => end?.consent === "pending")).toHaveLength(3);
});
