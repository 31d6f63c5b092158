import { formatDateTimeWithoutZone } from "@idanimo/contract/date-format";
import { type Currency, formatMinor } from "@idanimo/contract/money";
import type { PaymentState } from "@idanimo/contract/verification-states";
import { sql } from "kysely";
import type { Database } from "../../database/database.ts";
import { readOwnerRows } from "../../database/owner-rows.ts";
import { type ExportSection, exportSection } from "../../kernel/export-section.ts";
import { formatDecimal } from "../wallet/index.ts";

type PaymentRow = {
  readonly id: string;
  readonly at: Date;
  readonly reference: string;
  readonly purpose: string;
  readonly state: PaymentState;
  readonly currency: Currency;
  readonly amount_minor: bigint;
  readonly provider: string;
  readonly settled_at: Date | null;
};

/** Labels for the PDF. */
const paymentStateLabels = {
  initiated: "Begun",
  succeeded: "Successful",
  failed: "Failed",
  cancelled: "Cancelled",
  expired: "Never paid",
} as const satisfies Record<PaymentState, string>;

/** Export section of an account: its payments by card and bank. */
export const paymentsSection = (db: Database): ExportSection =>
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
        from payments where owner_id = ${ownerId} and coalesce(made_by_user_id, owner_id) = ${ownerId} and (created_at, id) < (${behind.at}, ${behind.id}) order by created_at desc, id desc limit ${most}`,
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
      Amount: ({ amount, currency }) => formatDecimal(currency, amount),
      State: ({ state }) => paymentStateLabels[state],
    },
  });
