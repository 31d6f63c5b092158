import { formatDateTimeWithoutZone } from "@idanimo/contract/date-format";
import { type Currency, formatMinor } from "@idanimo/contract/money";
import type { PurchaseState } from "@idanimo/contract/verification-states";
import { sql } from "kysely";
import type { Database } from "../../database/database.ts";
import { readOwnerRows } from "../../database/owner-rows.ts";
import { type ExportSection, exportSection } from "../../kernel/export-section.ts";
import { formatDecimal } from "../wallet/index.ts";

type PurchaseRow = {
  readonly id: string;
  readonly at: Date;
  readonly transaction_id: string;
  readonly state: PurchaseState;
  readonly currency: Currency;
  readonly price_minor: bigint;
  readonly tax_minor: bigint;
  readonly quote: readonly { readonly label: string }[];
  readonly payment_type: string | null;
  readonly paid_at: Date | null;
};

/** Labels for the PDF. */
const purchaseStateLabels = {
  initiated: "Not paid",
  awaiting_approval: "Waits for approval",
  paid: "Paid",
  completed: "Completed",
  abandoned: "Never paid",
} as const satisfies Record<PurchaseState, string>;

/** Export section of an account: its purchases. */
export const purchasesSection = (db: Database): ExportSection =>
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
        from purchases where owner_id = ${ownerId} and coalesce(made_by_user_id, owner_id) = ${ownerId} and (created_at, id) < (${behind.at}, ${behind.id}) order by created_at desc, id desc limit ${most}`,
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
      Total: ({ total, currency }) => formatDecimal(currency, total),
      State: ({ state }) => purchaseStateLabels[state],
    },
  });
