import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type ConstraintRows,
  createConstraintRows,
  createConstraintSteps,
  refusals,
  transfer,
} from "./testing/constraint-steps.ts";

/** What the database rejects when the program's own role sends wrong SQL. */

let rows: ConstraintRows;
const { refusal, recordTables, verifyTables } = createConstraintSteps(() => rows);
beforeAll(async () => void (rows = await createConstraintRows()));
beforeEach(() => recordTables());
afterEach(() => verifyTables());
afterAll(() => rows.app.close());

const granting = "update consents set state = 'granted', decided_at = now(), decided_by = 'page', expires_at = now()";
type Case = readonly [what: string, statement: string, refused: keyof typeof refusals];
const invariants: Readonly<Record<string, readonly Case[]>> = {
  "balances equal the transfers [R-01]": [
    ["an edited balance", "update ledger_accounts set balance_minor = 1000000 where id = '{wallet}'", "may_not"],
    ["an inserted wallet", "insert into ledger_accounts values ('{new}', '{user}', 'wallet', 'NGN', 5)", "may_not"],
    ["a deleted account", "delete from ledger_accounts where id = '{wallet}'", "may_not"],
    ["an edited transfer", "update ledger_transfers set amount_minor = 1", "may_not"],
    ["a deleted transfer", "delete from ledger_transfers", "may_not"],
    ["a truncated ledger", "truncate ledger_transfers cascade", "may_not"],
    ["a transfer of zero", transfer("adjustments", "wallet", { amount: "0" }), "breaks"],
    ["a negative transfer", transfer("adjustments", "wallet", { amount: "-5" }), "breaks"],
    ["a transfer to itself", transfer("wallet", "wallet"), "breaks"],
    ["a transfer across currencies", transfer("adjustments", "dollars"), "elsewhere"],
    [
      "a transfer in another currency than its accounts",
      transfer("adjustments", "wallet", { currency: "USD" }),
      "elsewhere",
    ],
    [
      "an additional allowed posting",
      "insert into allowed_postings values ('ADJUSTMENT', 'revenue', 'wallet')",
      "may_not",
    ],
    ["disabled triggers", "alter table ledger_transfers disable trigger all", "may_not"],
    ["bypassed triggers", "set local session_replication_role = replica", "may_not"],
  ],
  "no wallet is negative [R-02]": [
    ["a transfer of more than the balance", transfer("wallet", "adjustments", { amount: "9000000000" }), "breaks"],
    [
      "two transfers in one statement that together exceed the balance",
      `insert into ledger_transfers (id, key, leg, from_account, to_account, currency, amount_minor, reason)
       select gen_random_uuid(), 'adjustment:two', leg, '{wallet}', '{adjustments}', 'NGN', 600000, 'ADJUSTMENT' from generate_series(1, 2) leg`,
      "breaks",
    ],
  ],
  "only the money functions credit and charge [R-05 R-11]": [
    ["a top-up without a payment", transfer("cash", "wallet", { reason: "TOPUP" }), "may_not"],
    ["a charge without a purchase", transfer("wallet", "revenue", { reason: "VERIFICATION" }), "may_not"],
    ["a refund without an item", transfer("revenue", "wallet", { reason: "REFUND" }), "may_not"],
    ["a posting in the wrong direction", transfer("wallet", "cash", { reason: "ADJUSTMENT" }), "breaks"],
    ["a transfer between house accounts", transfer("revenue", "tax"), "breaks"],
    ["a direct call of post_charge", "select post_charge(p, '{wallet}', '{new}', '{new}') from purchases p", "may_not"],
    ["a direct call of mark_paid", "select mark_paid(p, 'WALLET') from purchases p where id = '{open}'", "may_not"],
  ],
  "nothing is paid or shown without a charge [R-04]": [
    [
      "a purchase set to paid",
      "update purchases set state = 'paid', payment_type = 'WALLET', paid_at = now() where id = '{open}'",
      "may_not",
    ],
    ["a purchase set to completed", "update purchases set state = 'completed' where id = '{paid}'", "may_not"],
    [
      "a purchase inserted as paid",
      `insert into purchases (id, session_code, transaction_id, owner_id, state, currency, price_minor, tax_minor, rate_minor, quote, quote_ends_at, payment_type, paid_at)
       values ('{new}', 'x', 'EA00000000000009', '{user}', 'paid', 'NGN', 1, 0, 1, '[]', now(), 'WALLET', now())`,
      "breaks",
    ],
    ["a changed price of a quoted purchase", "update purchases set price_minor = 1 where id = '{open}'", "may_not"],
    [
      "an extended quote",
      "update purchases set quote_ends_at = now() + interval '1 day' where id = '{open}'",
      "may_not",
    ],
    [
      "a lookup started without a payment",
      "update purchase_items set state = 'looking_up' where id = '{openItem}'",
      "may_not",
    ],
    [
      "a result of an unpaid item",
      "insert into results (request_id, owner_id, sealed, source) values ('{openItem}', '{user}', '\\x00', '')",
      "breaks",
    ],
    [
      "a piece of a record of an unpaid item",
      "insert into result_parts values ('{new}', '{openItem}', '{user}', array['identity'], '\\x00')",
      "breaks",
    ],
    ["a result moved to another request", "update results set request_id = '{openItem}'", "may_not"],
  ],
  "one effect per key, one credit per reference [R-06]": [
    ["a repeated key of a charge", transfer("adjustments", "wallet", { key: "purchase:{paid}" }), "taken"],
    [
      "a repeated reference",
      "insert into payments (id, reference, owner_id, purpose, currency, amount_minor, state, provider, ends_at) values ('{new}', '{reference}', '{user}', 'TOPUP', 'NGN', 1, 'initiated', 'x', now())",
      "taken",
    ],
    [
      "a payment set to succeeded",
      "update payments set state = 'succeeded' where reference = '{reference}'",
      "may_not",
    ],
    [
      "a payment inserted as succeeded",
      "insert into payments (id, reference, owner_id, purpose, currency, amount_minor, state, provider, ends_at) values ('{new}', 'EA00000000000008', '{user}', 'TOPUP', 'NGN', 1, 'succeeded', 'x', now())",
      "breaks",
    ],
    [
      "a changed amount of a payment",
      "update payments set amount_minor = 1 where reference = '{reference}'",
      "may_not",
    ],
    [
      "a changed owner of a payment",
      "update payments set owner_id = '{user}' where reference = '{reference}'",
      "may_not",
    ],
    [
      "two attempts for one request",
      "insert into lookup_attempts (id, request_id, provider) select gen_random_uuid(), '{overItem}', 'x' from generate_series(1, 2)",
      "taken",
    ],
  ],
  "a grant opens the required parts, and others only if they were offered [CL-03]": [
    [
      "a grant without a required part",
      `${granting}, parts_granted = array['photo'] where request_id = '{askedItem}'`,
      "breaks",
    ],
    [
      "a grant of a part that was not offered",
      `${granting}, parts_granted = array['identity', 'religion'] where request_id = '{askedItem}'`,
      "breaks",
    ],
    ["a grant of nothing", `${granting} where request_id = '{askedItem}'`, "breaks"],
    [
      "a part offered after the subject was asked",
      "update consents set parts_offered = parts_offered || array['religion'] where request_id = '{askedItem}'",
      "breaks",
    ],
    [
      "a part granted without a decision",
      "update consents set parts_granted = array['identity'] where request_id = '{askedItem}'",
      "breaks",
    ],
    [
      "a piece without a part",
      "insert into result_parts values ('{new}', '{askedItem}', '{user}', '{}', '\\x00')",
      "breaks",
    ],
    ["a piece moved to another part", "update result_parts set parts = array['identity']", "may_not"],
  ],
  "only the closing function ends an item, once [R-03 R-09]": [
    [
      "an edited outcome of an open item",
      "update purchase_items set state = 'closed', outcome = 'DELIVERED' where id = '{paidItem}'",
      "may_not",
    ],
    [
      "another outcome of a closed item",
      "update purchase_items set outcome = 'PROVIDER_FAILED' where id = '{overItem}'",
      "may_not",
    ],
    ["a reopened item", "update purchase_items set state = 'awaiting_consent' where id = '{overItem}'", "breaks"],
    ["a deleted item", "delete from purchase_items where id = '{overItem}'", "may_not"],
    ["a paid purchase abandoned", "update purchases set state = 'abandoned' where id = '{paid}'", "breaks"],
    ["an edited counter of the history", "update request_totals set successful = 9", "may_not"],
    [
      "an additional allowed transition",
      "create or replace function is_allowed_transition(text, text, text) returns boolean language sql as 'select true'",
      "may_not",
    ],
  ],
  "the audit trail is append-only [R-10]": [
    ["an edited audit row", "update audit_log set reason = ''", "may_not"],
    ["deleted audit rows", "delete from audit_log", "may_not"],
    ["an inserted seal", "insert into audit_seals values (99, '{new}', '\\x00')", "may_not"],
    ["an edited seal", "update audit_seals set hash = '\\x00'", "may_not"],
    ["an edited chain head", "update audit_heads set hash = '\\x00'", "may_not"],
    ["edited evidence", "update consent_evidence set event = 'granted'", "may_not"],
    ["deleted evidence", "delete from consent_evidence", "may_not"],
    ["edited prices", "update price_items set price_ngn = 1", "may_not"],
    ["deleted prices", "delete from price_items", "may_not"],
    ["an edited exchange rate", "update exchange_rates set kobo_per_dollar = 1", "may_not"],
    ["a deleted request", "delete from verification_requests", "may_not"],
    ["a deleted consent", "delete from consents", "may_not"],
    [
      "a replaced clock",
      "create or replace function product_now() returns timestamptz language sql as 'select now()'",
      "may_not",
    ],
  ],
};

describe.each(Object.entries(invariants))("%s [R-15]", (_invariant, cases) => {
  test.each(cases)("rejects for the program's role: %s", async (_what, statement, error) => {
    // the role may insert no transfer at all, so the owner shows that the constraints hold
    const isTransfer = /^\s*insert into ledger_transfers/.test(statement);
    if (isTransfer) expect(await refusal("idanimo_app", statement)).toBe(refusals["may_not"]);
    const role = isTransfer && error !== "may_not" ? "owner" : "idanimo_app";
    expect(await refusal(role, statement)).toBe(refusals[error]);
  });
});

describe("append-only tables reject the owner too [R-15]", () => {
  const stored = [
    "ledger_transfers",
    "audit_log",
    "audit_seals",
    "audit_heads",
    "consent_evidence",
    "price_items",
    "exchange_rates",
  ];
  const change: Readonly<Record<string, string>> = {
    ledger_transfers: "amount_minor = 1",
    audit_log: "reason = ''",
    audit_seals: "position = 1",
    audit_heads: "position = 1",
    consent_evidence: "event = ''",
    price_items: "price_ngn = 1",
    exchange_rates: "kobo_per_dollar = 1",
  };
  test.each(
    stored.flatMap((table) => [
      `update ${table} set ${change[table] ?? ""}`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ]),
  )("%s", async (statement) => expect(await refusal("owner", statement)).toBe(refusals["may_not"]));
  test("rejects a second outcome", async () => {
    const second = "update purchase_items set outcome = 'PROVIDER_FAILED' where id = '{overItem}'";
    expect(await refusal("owner", second)).toBe(refusals["breaks"]);
  });
  test("rejects a charge into the wrong kind of account", async () => {
    for (const reason of ["TOPUP", "VERIFICATION", "STAKEHOLDERS", "REFUND"])
      expect(await refusal("owner", transfer("adjustments", "wallet", { reason }))).toBe(refusals["breaks"]);
  });
});
