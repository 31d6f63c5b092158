import { formatDateTimeWithoutZone } from "@idanimo/contract/date-format";
import { type Currency, formatMoney, parseMinor, money, formatMinor } from "@idanimo/contract/money";
import type { PaymentState, PurchaseState } from "@idanimo/contract/verification-states";
import { sql } from "kysely";
import type { Database } from "../../database/database.ts";
import { readOwnerRows } from "../../database/owner-rows.ts";
import { type ExportSection, exportSection } from "../../kernel/export-section.ts";

type TimestampedRow = { readonly id: string; readonly at: Date };
type MovementRow = TimestampedRow & {
  readonly reason: "TOPUP" | "VERIFICATION" | "STAKEHOLDERS" | "REFUND" | "ADJUSTMENT";
  readonly currency: Currency;
  readonly minor: bigint;
  readonly key: string;
};
type PurchaseRow = TimestampedRow & {
  readonly transaction_id: string;
  readonly state: PurchaseState;
  readonly currency: Currency;
  readonly price_minor: bigint;
  readonly tax_minor: bigint;
  readonly quote: readonly { readonly label: string }[];
  readonly payment_type: string | null;
  readonly paid_at: Date | null;
};
type PaymentRow = TimestampedRow & {
  readonly reference: string;
  readonly purpose: string;
  readonly state: PaymentState;
  readonly currency: Currency;
  readonly amount_minor: bigint;
  readonly provider: string;
  readonly settled_at: Date | null;
};

/** Labels for the PDF: text instead of codes, `₦588` instead of a decimal. */
const movementLabels = {
  TOPUP: "Top-up",
  VERIFICATION: "Verification",
  STAKEHOLDERS: "Stakeholders",
  REFUND: "Refund",
  ADJUSTMENT: "Correction",
} as const satisfies Record<MovementRow["reason"], string>;
const purchaseStateLabels = {
  initiated: "Not paid",
  paid: "Paid",
  completed: "Completed",
  abandoned: "Never paid",
} as const satisfies Record<PurchaseState, string>;
const paymentStateLabels = {
  initiated: "Begun",
  succeeded: "Successful",
  failed: "Failed",
  cancelled: "Cancelled",
  expired: "Never paid",
} as const satisfies Record<PaymentState, string>;
const walletNames = { NGN: "Naira", USD: "US dollars" } as const satisfies Record<Currency, string>;

function formatAmount(currency: Currency, decimal: string): string {
  const minor = parseMinor(decimal);
  return minor === undefined ? `${decimal} ${currency}` : formatMoney(money(currency, minor));
}

/** Export sections of an account: its wallets, their movements, its purchases and payments. */
export const moneySections = (db: Database): readonly ExportSection[] => [
  exportSection({
    name: "wallets",
    title: "Your wallets",
    async *rows(ownerId) {
      const wallets = await db.single
        .selectFrom("ledger_accounts")
        .select(["currency", "balance_minor"])
        .where("owner_id", "=", ownerId)
        .where("kind", "=", "wallet")
        .orderBy("currency")
        .execute();
      for (const { currency, balance_minor: minor } of wallets) yield { currency, balance: formatMinor(minor ?? 0n) };
    },
    columns: {
      Wallet: ({ currency }) => walletNames[currency],
      Balance: ({ currency, balance }) => formatAmount(currency, balance),
    },
  }),
  exportSection({
    name: "movements",
    title: "What moved in your wallets",
    rows: (ownerId) =>
      readOwnerRows(
        db,
        ownerId,
        (behind, most) => {
          const page = sql`and (t.created_at, t.id) < (${behind.at}, ${behind.id}) order by t.created_at desc, t.id desc limit ${most}`;
          return sql<MovementRow>`select m.* from ledger_accounts a cross join lateral (
            (select t.id, t.created_at as at, t.reason, t.currency, t.amount_minor as minor, t.key from ledger_transfers t where t.to_account = a.id ${page})
            union all
            (select t.id, t.created_at, t.reason, t.currency, -t.amount_minor, t.key from ledger_transfers t where t.from_account = a.id ${page})) m
            where a.owner_id = ${ownerId} order by m.at desc, m.id desc limit ${most}`;
        },
        (rows) =>
          rows.map(({ at, reason, currency, minor, key }) => ({
            at,
            reason,
            currency,
            amount: formatMinor(minor),
            cause: key,
          })),
      ),
    columns: {
      "Date (Lagos time)": ({ at }) => formatDateTimeWithoutZone(at),
      What: ({ reason }) => movementLabels[reason],
      Amount: ({ amount, currency }) => formatAmount(currency, amount),
    },
  }),
  exportSection({
    name: "purchases",
    title: "What you bought",
    rows: (ownerId) =>
      readOwnerRows(
        db,
        ownerId,
        (
          behind,
          most,
        ) => sql<PurchaseRow>`select id, created_at as at, transaction_id, state, currency, price_minor, tax_minor, quote, payment_type, paid_at
          from purchases where owner_id = ${ownerId} and (created_at, id) < (${behind.at}, ${behind.id}) order by created_at desc, id desc limit ${most}`,
        (rows) =>
          rows.map((row) => ({
            at: row.at,
            reference: row.transaction_id,
            state: row.state,
            items: row.quote.map(({ label }) => label),
            currency: row.currency,
            price: formatMinor(row.price_minor),
            tax: formatMinor(row.tax_minor),
            total: formatMinor(row.price_minor + row.tax_minor),
            paidWith: row.payment_type,
            paidAt: row.paid_at,
          })),
      ),
    columns: {
      "Date (Lagos time)": ({ at }) => formatDateTimeWithoutZone(at),
      Reference: ({ reference }) => reference,
      What: ({ items }) => items.join(", "),
      Total: ({ total, currency }) => formatAmount(currency, total),
      State: ({ state }) => purchaseStateLabels[state],
    },
  }),
  exportSection({
    name: "payments",
    title: "Payments by card and bank",
    rows: (ownerId) =>
      readOwnerRows(
        db,
        ownerId,
        (
          behind,
          most,
        ) => sql<PaymentRow>`select id, created_at as at, reference, purpose, state, currency, amount_minor, provider, settled_at
          from payments where owner_id = ${ownerId} and (created_at, id) < (${behind.at}, ${behind.id}) order by created_at desc, id desc limit ${most}`,
        (rows) =>
          rows.map((row) => ({
            at: row.at,
            reference: row.reference,
            purpose: row.purpose,
            state: row.state,
            currency: row.currency,
            amount: formatMinor(row.amount_minor),
            provider: row.provider,
            settledAt: row.settled_at,
          })),
      ),
    columns: {
      "Date (Lagos time)": ({ at }) => formatDateTimeWithoutZone(at),
      Reference: ({ reference }) => reference,
      Amount: ({ amount, currency }) => formatAmount(currency, amount),
      State: ({ state }) => paymentStateLabels[state],
    },
  }),
];
