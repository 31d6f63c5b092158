import { formatDateTimeWithoutZone } from "@idanimo/contract/date-format";
import { type Currency, formatMinor } from "@idanimo/contract/money";
import { sql } from "kysely";
import type { Database } from "../../database/database.ts";
import { readOwnerRows } from "../../database/owner-rows.ts";
import { type ExportSection, exportSection } from "../../kernel/export-section.ts";
import { hasColleagues } from "../organisations/index.ts";
import { formatDecimal } from "./rules.ts";

type MovementRow = {
  readonly id: string;
  readonly at: Date;
  readonly reason: "TOPUP" | "VERIFICATION" | "STAKEHOLDERS" | "REFUND" | "ADJUSTMENT";
  readonly currency: Currency;
  readonly minor: bigint;
  readonly key: string;
};

/** Labels for the PDF: text instead of codes, `₦588` instead of a decimal. */
const movementLabels = {
  TOPUP: "Top-up",
  VERIFICATION: "Verification",
  STAKEHOLDERS: "Stakeholders",
  REFUND: "Refund",
  ADJUSTMENT: "Correction",
} as const satisfies Record<MovementRow["reason"], string>;
const walletNames = { NGN: "Naira", USD: "US dollars" } as const satisfies Record<Currency, string>;

/**
 * Export sections of an account: its wallets and their movements. The wallet of an organisation with colleagues is not
 * the data of one person: its statement needs the right to it. What a person bought and paid is in other sections.
 */
export const walletSections = (db: Database): readonly ExportSection[] => [walletsSection(db), movementsSection(db)];

const walletsSection = (db: Database) =>
  exportSection({
    name: "wallets",
    title: "Your wallets",
    async *rows(ownerId) {
      if (await hasColleagues(db.single, ownerId)) return;
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
      Balance: ({ currency, balance }) => formatDecimal(currency, balance),
    },
  });

const movementsSection = (db: Database) =>
  exportSection({
    name: "movements",
    title: "Your wallet transactions",
    async *rows(ownerId) {
      if (await hasColleagues(db.single, ownerId)) return;
      yield* readOwnerRows(
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
      );
    },
    columns: {
      "Date (Lagos time)": ({ at }) => formatDateTimeWithoutZone(at),
      What: ({ reason }) => movementLabels[reason],
      Amount: ({ amount, currency }) => formatDecimal(currency, amount),
    },
  });
