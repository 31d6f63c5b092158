import type { BankAccount } from "@idanimo/contract/account-rights";
import { naira, formatMinor } from "@idanimo/contract/money";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import {
  requestConsent,
  completeLookup,
  openSubjectPage,
  payPurchase,
  submitDecision,
  replyBySms,
  submitForm,
  readRequestState,
} from "../../testing/lookup-steps.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterEach(async () => {
  await app.drainQueue();
  await app.checkInvariants();
  expect(app.jobFailures()).toEqual([]);
});
afterAll(() => app.close());

const bank = { way: "bank", bankName: "First Bank", accountNumber: "0123456789", accountName: "Ada Obi" } as const;
type Choice = { readonly way: "none" | "give_up" } | ({ readonly way: "bank" } & BankAccount);
/** Closes an account; `shown` is what its wallets hold now. */
async function close(user: TestUser, choice: Choice = { way: "give_up" }) {
  const balances = Object.entries(await app.wallets(user)).filter(([, minor]) => minor > 0n);
  const shown = balances.map(([currency, minor]) => ({ currency, amount: formatMinor(minor) }));
  const balance = choice.way === "none" ? choice : { ...choice, shown };
  return user.post("/user/close", { confirm: "CLOSE", balance });
}
const codeOf = (response: { json(): unknown }) => (response.json() as { code?: string }).code;

/** Row counts of what is stored about a user outside of money, audit and evidence, by table. */
async function leftOf(user: TestUser): Promise<Readonly<Record<string, unknown>>> {
  const own = [
    "sign_ins",
    "passkeys",
    "known_devices",
    "external_identities",
    "sso_identities",
    "recovery_codes",
    "mailed_tokens",
  ];
  const owned = ["notices", "push_subscriptions", "idempotency_keys", "reports", "bulk_chunks"];
  const counts = [
    ...own.map((table) => `select '${table}' as name, count(*)::int as rows from ${table} where user_id = $1`),
    ...owned.map((table) => `select '${table}', count(*)::int from ${table} where owner_id = $1`),
    `select 'results', count(*)::int from results where owner_id = $1`,
    `select 'pieces of results', count(*)::int from result_parts where owner_id = $1`,
    `select 'kept requests', count(*)::int from verification_requests where owner_id = $1 and purged_at is null and exists (
       select from purchase_items i where i.id = verification_requests.id and i.state <> 'priced')`,
  ].join(" union all ");
  const { rows } = await app.owner.query<{ name: string; rows: number }>(counts, [user.id]);
  return Object.fromEntries(rows.filter((row) => row.rows > 0).map((row) => [row.name, row.rows]));
}

test("pays the balance of both wallets out once, to the bank the owner named [R-01 R-11]", async () => {
  const user = await app.user({ NGN: 12_345_67n, USD: 89n });
  const [first, second] = await Promise.all([close(user, bank), close(user, bank)]);
  expect([first.statusCode, second.statusCode].toSorted()).toEqual([200, 401]);
  expect(await app.wallets(user)).toEqual({ NGN: 0n, USD: 0n });
  const { rows } = await app.owner.query(
    `select t.key, f.kind as out_of, g.kind as into, t.amount_minor::text as amount, t.currency from ledger_transfers t
     join ledger_accounts f on f.id = t.from_account join ledger_accounts g on g.id = t.to_account
     where t.key like 'adjustment:closed:' || $1 || '%' order by t.currency`,
    [user.id],
  );
  expect(rows).toEqual([
    {
      key: `adjustment:closed:${user.id}:NGN`,
      out_of: "wallet",
      into: "adjustments",
      amount: "1234567",
      currency: "NGN",
    },
    { key: `adjustment:closed:${user.id}:USD`, out_of: "wallet", into: "adjustments", amount: "89", currency: "USD" },
  ]);
  const cases = await app.owner.query("select kind, detail from cases where object_id = $1", [user.id]);
  expect(cases.rows).toEqual([{ kind: "pay_out", detail: "1234567 NGN and 89 USD" }]);
});

test("seals the bank details of a pay-out [T-53]", async () => {
  const user = await app.user({ NGN: 1n });
  expect((await close(user, { ...bank, accountNumber: "9876501234" })).statusCode).toBe(200);
  const { rows } = await app.owner.query<{ row: string; sealed: Buffer }>(
    "select p::text as row, sealed from pay_outs p where owner_id = $1",
    [user.id],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.row + String(rows[0]?.sealed.toString("latin1"))).not.toMatch(/9876501234|First Bank|Ada Obi/);
});

test.each<{ why: string; body: object; field: string }>([
  {
    why: "the confirmation is in lower case",
    body: { confirm: "close", balance: { way: "give_up", shown: [] } },
    field: "confirm",
  },
  {
    why: "the account number has nine digits",
    body: { confirm: "CLOSE", balance: { ...bank, shown: [], accountNumber: "012345678" } },
    field: "balance",
  },
  {
    why: "the bank name is blank",
    body: { confirm: "CLOSE", balance: { ...bank, shown: [], bankName: " " } },
    field: "balance",
  },
])("rejects closure and names the field when $why [R-30]", async ({ body, field }) => {
  const user = await app.user({ NGN: 5_00n });
  const response = await user.post("/user/close", body);
  expect([response.statusCode, codeOf(response)]).toEqual([400, "bad_input"]);
  expect(Object.keys(response.json<{ fields: object }>().fields).join()).toContain(field);
  expect((await user.get("/user/profile")).statusCode).toBe(200);
});

test("rejects closure without a choice about the balance: balance_left [R-01]", async () => {
  const user = await app.user({ NGN: 5_000_00n });
  const response = await close(user, { way: "none" });
  expect([response.statusCode, codeOf(response)]).toEqual([409, "balance_left"]);
  expect(response.json<{ message: string }>().message).toContain("₦5,000");
  expect(await app.wallets(user)).toEqual({ NGN: 5_000_00n, USD: 0n });
});

test("rejects closure when the balance has changed since it was shown [R-01]", async () => {
  const user = await app.user({ NGN: 2_000_00n });
  const balance = { way: "give_up", shown: [{ currency: "NGN", amount: "1500" }] };
  const response = await user.post("/user/close", { confirm: "CLOSE", balance });
  expect([response.statusCode, codeOf(response)]).toEqual([409, "balance_changed"]);
  expect(response.json<{ message: string }>().message).toContain("₦2,000");
  expect(await app.wallets(user)).toEqual({ NGN: 2_000_00n, USD: 0n });
});

test("rejects closure while a payment or a lookup is in progress [R-03 R-30]", async () => {
  const user = await app.user({ NGN: 50_000_00n });
  const reference = await app.startPayment(user, naira(2_000_00n));
  const paying = await close(user);
  expect([paying.statusCode, codeOf(paying)]).toEqual([409, "work_under_way"]);
  expect(paying.json<{ message: string }>().message).toMatch(/^A payment/);
  app.providers.cardPayments.reportPaid(reference);
  await user.get(`/payment/check?transactionRef=${reference}`);

  const bought = await app.purchase(user);
  await payPurchase(user, bought);
  const looking = await close(user);
  expect(codeOf(looking)).toBe("work_under_way");
  expect(looking.json<{ message: string }>().message).toMatch(/^A check/);
  await app.drainQueue();
  expect((await close(user)).statusCode).toBe(200);
});

test("deletes credentials, personal data and the key [T-10 T-51]", async () => {
  const user = await app.user({ userType: "business", NGN: 9_000_00n });
  await user.post("/user/update", {
    firstName: "Zebulon",
    businessName: "Zebulon Works",
    rcNumber: "7654321",
    address: "9 Zebulon Way",
  });
  await app.owner.query("insert into known_devices (user_id, device_hash) values ($1, '\\x01')", [user.id]);
  await app.owner.query(
    "insert into passkeys (id, user_id, credential_id, public_key, counter, name) values ($1::uuid, $1, $1::text, '', 0, 'Phone')",
    [user.id],
  );
  await app.owner.query(
    "insert into external_identities (provider, subject, user_id) values ('google', $1::text, $1::uuid)",
    [user.id],
  );
  await app.owner.query(
    "insert into sso_identities (issuer, subject, user_id) values ('https://login.example', $1::text, $1::uuid)",
    [user.id],
  );
  await completeLookup(app, user);
  await app.owner.query("update purchases set click_id = 'came-by-9' where owner_id = $1", [user.id]);
  expect((await close(user)).statusCode).toBe(200);
  const came = await app.owner.query("select from purchases where owner_id = $1 and click_id is not null", [user.id]);
  expect(came.rowCount).toBe(0);
  expect((await user.get("/user/profile")).statusCode).toBe(401);
  await app.drainQueue();
  await app.runSchedule("purge_due");

  expect(await leftOf(user)).toEqual({});
  const { rows } = await app.owner.query<{ row: string }>("select u::text as row from users u where id = $1", [
    user.id,
  ]);
  expect(rows[0]?.row).not.toMatch(/Zebulon|7654321|@example|\+234/);
  expect(await app.product.keys.find(user.id)).toBeUndefined();
  await expect(app.owner.query("update users set first_name = 'Back' where id = $1", [user.id])).rejects.toThrow(
    "a closed account cannot change",
  );
  const signIn = await app.owner.query<{ outcome: string }>(
    "select outcome from create_sign_in(gen_random_uuid(), $1, '\\x02', 'bearer', '', interval '1 hour', null, null, gen_random_uuid(), true, null)",
    [user.id],
  );
  expect(signIn.rows).toEqual([{ outcome: "changed" }]);
});

test("emails a notice without amounts and frees the email address [T-10]", async () => {
  const user = await app.user({ NGN: 4_321_00n });
  expect((await close(user, bank)).statusCode).toBe(200);
  await app.drainQueue();
  const mail = app.providers.mail.sent.findLast(({ to }) => to === user.email);
  expect(mail?.subject).toBe("Your account was closed");
  expect(mail?.text).not.toMatch(/4,321|0123456789|First Bank/);
  const again = await app.owner.query(
    "insert into users (id, email, user_type, first_name, last_name, accepted_terms) values (gen_random_uuid(), $1, 'individual', 'New', 'Person', 'test')",
    [user.email],
  );
  expect(again.rowCount).toBe(1);
});

test("ends open consent requests and granted consents [T-48 R-09]", async () => {
  const user = await app.user({ NGN: 50_000_00n });
  const [granted, open] = [await requestConsent(app, user), await requestConsent(app, user)];
  await submitDecision(app, granted.token, "grant");
  const pieces = await app.owner.query<{ key_id: string }>("select key_id from result_parts where owner_id = $1", [
    user.id,
  ]);
  const keyIds = [granted.itemId, open.itemId, ...pieces.rows.map((row) => row.key_id)];
  expect((await app.keys.findAll(keyIds)).size).toBe(4);
  expect((await close(user)).statusCode).toBe(200);
  await app.drainQueue();
  await app.runSchedule("purge_due");
  expect((await app.keys.findAll(keyIds)).size).toBe(0);
  expect(await readRequestState(app, granted.itemId)).toEqual({
    item: "closed",
    outcome: "DELIVERED",
    consent: "terminated",
  });
  expect(await readRequestState(app, open.itemId)).toEqual({
    item: "closed",
    outcome: "UNANSWERED",
    consent: "terminated",
  });
  expect(await leftOf(user)).toEqual({});
  expect(await app.wallets(user)).toEqual({ NGN: 0n, USD: 0n });

  await replyBySms(app, open.phone, `YES ${open.code}`); // too late: it grants nothing
  expect((await readRequestState(app, open.itemId))?.consent).toBe("terminated");
  expect((await openSubjectPage(app, granted.token)).body).toContain("They closed their account.");
  expect((await openSubjectPage(app, open.token)).body).toContain("It ended without your consent.");
  const evidence = await app.owner.query<{ event: string }>(
    "select event from consent_evidence where request_id = $1 order by at",
    [open.itemId],
  );
  expect(evidence.rows.map(({ event }) => event).at(-1)).toBe("requester_closed");
});

test("credits a payment that arrives after closure and opens a case [R-06]", async () => {
  const user = await app.user();
  const bought = await app.purchase(user);
  const reference = await app.startPayment(user, bought);
  await app.owner.query("update payments set ends_at = now() where reference = $1", [reference]);
  expect((await close(user)).statusCode).toBe(200);
  app.providers.cardPayments.reportPaid(reference);
  await app.product.jobs["settle_payment"]?.({ reference } as never);
  await app.drainQueue();
  expect((await app.wallets(user)).NGN).toBe(bought.total.minor); // no lookup was started
  const { rows } = await app.owner.query(
    "select c.kind from cases c join payments p on p.id = c.object_id where p.reference = $1",
    [reference],
  );
  expect(rows).toEqual([{ kind: "money_after_closure" }]);
});

test("opens a case for each refund to a closed account [R-06 R-07]", async () => {
  const user = await app.user({ NGN: 50_000_00n });
  const pendings = [await requestConsent(app, user), await requestConsent(app, user)];
  expect((await close(user)).statusCode).toBe(200);
  for (const { token } of pendings) await submitForm(app, `${token}/wrong-person`, []); // before the job ends the consent requests
  await app.drainQueue();
  const { NGN: back } = await app.wallets(user);
  expect(back).toBeGreaterThan(0n);
  const { rows } = await app.owner.query<{ object_id: string; came: bigint }>(
    `select c.object_id, substring(c.detail from '^received ([0-9]+) NGN$')::bigint as came from cases c
     join purchase_items i on i.id = c.object_id where c.kind = 'money_after_closure' and i.owner_id = $1`,
    [user.id],
  );
  expect(rows.map(({ object_id: id }) => id).toSorted()).toEqual(pendings.map(({ itemId }) => itemId).toSorted());
  expect(rows.reduce((sum, { came }) => sum + came, 0n)).toBe(back);
});

test("waits for a concurrent refund without a deadlock: wallets are locked first [R-30]", async () => {
  const user = await app.user({ NGN: 7_00n });
  const refund = await app.owner.connect();
  await refund.query("begin");
  await refund.query("select from ledger_accounts where owner_id = $1 and kind = 'wallet' for update", [user.id]);
  const closing = close(user);
  await vi.waitFor(async () => {
    const { rows } = await app.owner.query(
      "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%lock_wallets%'",
    );
    expect(rows).toHaveLength(1);
  });
  await refund.query("set local lock_timeout = '500ms'");
  await refund.query("select from users where id = $1 for key share", [user.id]); // as the refund's notice does
  await refund.query("commit");
  refund.release();
  expect((await closing).statusCode).toBe(200);
});

test("rejects in SQL to empty an open account's wallets or to pay for a closed one [R-15]", async () => {
  const user = await app.user({ NGN: 7_00n });
  await expect(
    app.db.transaction("system", (tx) =>
      tx
        .selectNoFrom((build) =>
          build.fn("empty_closed_wallets", [build.val(user.id), build.val(user.id), build.val(user.id)]).as("x"),
        )
        .execute(),
    ),
  ).rejects.toThrow("the account is not closed");
  expect((await close(user)).statusCode).toBe(200);
  await expect(
    app.owner.query(
      "insert into payments (id, reference, owner_id, purpose, currency, amount_minor, state, provider, ends_at) values (gen_random_uuid(), 'EA00000000000001', $1, 'TOPUP', 'NGN', 1, 'initiated', 'x', now())",
      [user.id],
    ),
  ).rejects.toThrow("the account was closed");
});
