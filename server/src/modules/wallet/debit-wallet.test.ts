import { currencies, type Currency, money } from "@idanimo/contract/money";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { randomIds } from "../../kernel/ids.ts";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { debitWallet } from "./index.ts";

let app: TestApp;
let user: TestUser;
let other: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  [user, other] = [await app.user(), await app.user()];
});
afterEach(() => app.checkInvariants());
afterAll(() => app.close());

type PaymentCase = {
  readonly active: Currency;
  readonly balances: { readonly NGN: bigint; readonly USD: bigint };
  readonly currency: Currency;
  readonly price: bigint;
  readonly tax: bigint;
  readonly said: bigint;
  readonly state: "open" | "over" | "abandoned" | "paid_from_wallet" | "paid_instantly";
  readonly label: "right" | "wrong";
  readonly payer: "owner" | "other";
};

/** The outcome by the rules in code, in the order of their checks. */
function expectedByRule(tried: PaymentCase): { readonly answer: string; readonly balance: bigint } {
  const balance = money(tried.active, tried.balances[tried.active]);
  const due = money(tried.currency, tried.price + tried.tax);
  const stays = (answer: string) => ({ answer, balance: balance.minor });
  if (tried.payer === "other" || tried.label === "wrong") return stays("not_found");
  if (tried.said !== due.minor) return stays("amount_mismatch");
  if (tried.state === "paid_from_wallet") return stays("success");
  if (tried.state === "paid_instantly") return stays("already_paid");
  if (tried.state !== "open") return stays("quote_ended");
  const paid = debitWallet(balance, due);
  return paid.ok ? { answer: "success", balance: paid.value.minor } : stays(paid.problem.code);
}

/** The database's outcome of the same case; rolled back. */
async function payInDatabase(tried: PaymentCase): Promise<{ readonly answer: string; readonly balance: bigint }> {
  const client = await app.owner.connect();
  try {
    await client.query("begin");
    await client.query("update owners set active_currency = $2 where id = $1", [user.id, tried.active]);
    for (const currency of currencies)
      if (tried.balances[currency] > 0n)
        await client.query(
          `insert into ledger_transfers (id, key, leg, from_account, to_account, currency, amount_minor, reason)
           select gen_random_uuid(), 'adjustment:' || gen_random_uuid(), 1, h.id, w.id, h.currency, $3, 'ADJUSTMENT'
           from ledger_accounts h join ledger_accounts w on w.currency = h.currency
           where h.kind = 'adjustments' and h.currency = $2 and w.owner_id = $1`,
          [user.id, currency, tried.balances[currency].toString()],
        );
    const [id, code, label] = [randomIds.rowId(), randomIds.shortToken(), `EA${randomIds.digits(14)}`];
    await client.query(
      `insert into purchases (id, session_code, transaction_id, owner_id, state, currency, price_minor, tax_minor, rate_minor, quote, quote_ends_at)
       values ($1, $2, $3, $4, 'initiated', $5, $6, $7, 1, '[]', now() + $8::interval)`,
      [
        id,
        code,
        label,
        user.id,
        tried.currency,
        tried.price.toString(),
        tried.tax.toString(),
        tried.state === "over" ? "-1 second" : "1 hour",
      ],
    );
    if (tried.state === "abandoned") await client.query("update purchases set state = 'abandoned' where id = $1", [id]);
    if (tried.state.startsWith("paid"))
      await client.query("update purchases set state = 'paid', paid_at = now(), payment_type = $2 where id = $1", [
        id,
        tried.state === "paid_instantly" ? "INSTANT" : "WALLET",
      ]);
    const results = await client.query<{ answer: string }>(
      "select answer from pay_from_wallet($1, $1, $2, $3, $4, $5, '', null, null, null, null, null)",
      [
        [tried.payer === "owner" ? user.id : other.id],
        [code],
        [tried.label === "right" ? label : "EA00000000000000"],
        [tried.said.toString()],
        [randomIds.rowId(), randomIds.rowId(), randomIds.rowId()],
      ],
    );
    const left = await client.query<{ balance_minor: bigint }>(
      "select balance_minor from ledger_accounts where owner_id = $1 and currency = $2",
      [user.id, tried.active],
    );
    return { answer: results.rows[0]?.answer ?? "", balance: left.rows[0]?.balance_minor ?? -1n };
  } finally {
    await client.query("rollback");
    client.release();
  }
}

const small = fc.bigInt({ min: 0n, max: 40n });
const anyCase: fc.Arbitrary<PaymentCase> = fc
  .record({
    active: fc.constantFrom(...currencies),
    balances: fc.record({ NGN: small, USD: small }),
    currency: fc.constantFrom(...currencies),
    price: fc.bigInt({ min: 1n, max: 20n }),
    tax: fc.bigInt({ min: 0n, max: 20n }),
    off: fc.constantFrom(0n, 0n, 0n, 0n, 1n, -1n),
    state: fc.constantFrom("open", "open", "open", "open", "over", "abandoned", "paid_from_wallet", "paid_instantly"),
    label: fc.constantFrom("right", "right", "right", "wrong"),
    payer: fc.constantFrom("owner", "owner", "owner", "other"),
  })
  .map(({ off, ...tried }) => ({ ...tried, said: tried.price + tried.tax + off }));

/** An example that must always be included. */
const exactBalance: PaymentCase = {
  active: "NGN",
  currency: "NGN",
  balances: { NGN: 10n, USD: 0n },
  price: 8n,
  tax: 2n,
  said: 10n,
  state: "open",
  label: "right",
  payer: "owner",
};

test("decides like the database, with the same order of checks [R-02 R-15]", async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(anyCase, async (tried) => {
      const expected = expectedByRule(tried);
      seen.add(expected.answer);
      expect(await payInDatabase(tried)).toEqual(expected);
    }),
    { numRuns: 400, examples: [[exactBalance]] },
  );
  expect([...seen].sort((one, another) => one.localeCompare(another))).toEqual([
    "already_paid",
    "amount_mismatch",
    "currency_mismatch",
    "not_found",
    "quote_ended",
    "success",
    "wallet_balance_low",
  ]);
});
