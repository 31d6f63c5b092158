import { formatDate, formatDateTime } from "@idanimo/contract/date-format";
import { type Currency, formatMoney, money } from "@idanimo/contract/money";
import { formatRegisterDay } from "@idanimo/contract/record-fields";
import type { DayRange } from "@idanimo/contract/statement-days";
import { type Block, brandFooter, type PdfDocument } from "../../../documents/index.ts";
import { describeRefund, maskEmail } from "../receipts/receipt.ts";
import type { Holder, Movement } from "./store.ts";

export type StatementFacts = {
  readonly holder: Holder;
  readonly currency: Currency;
  readonly period: DayRange;
  readonly madeAt: Date;
  readonly opening: bigint;
  readonly movements: readonly Movement[];
  /** The name of a movement's member, for an organisation; undefined for a person's own account [TM-04]. */
  readonly nameOf?: ((movement: Movement) => string) | undefined;
};

const walletNames = { NGN: "Naira", USD: "US dollars" } as const satisfies Record<Currency, string>;

/** Builds a statement as a document. Pure. It names types of lookups, never a search value or a subject [T-54]. */
export function buildStatement({
  holder,
  currency,
  period,
  madeAt,
  opening,
  movements,
  nameOf,
}: StatementFacts): PdfDocument {
  const shown = (minor: bigint) => formatMoney(money(currency, minor));
  const sumOf = (some: readonly Movement[]) => some.reduce((sum, { minor }) => sum + minor, 0n);
  let balance = opening;
  const rows = movements.map((movement) => {
    balance += movement.minor;
    return [
      formatDate(movement.at),
      describeMovement(movement),
      ...(nameOf ? [nameOf(movement)] : []),
      movement.reference ?? "-",
      `${movement.minor > 0n ? "+" : ""}${shown(movement.minor)}`,
      shown(balance),
    ];
  });
  const list: Block =
    rows.length === 0
      ? { kind: "text", text: "No transactions in these days." }
      : {
          kind: "table",
          title: "Transactions",
          columns: [
            { label: "Day" },
            { label: "What" },
            ...(nameOf ? [{ label: "Member" }] : []),
            { label: "Reference" },
            { label: "Amount", amount: true },
            { label: "Balance", amount: true },
          ],
          rows,
        };
  return {
    title: "Wallet statement",
    eyebrow: `${formatRegisterDay(period.from)} to ${formatRegisterDay(period.to)}`,
    blocks: [
      {
        kind: "facts",
        rows: [
          { label: "Wallet", value: `${walletNames[currency]} (${currency})` },
          ...(holder.businessName === null ? [] : [{ label: "Business", value: holder.businessName }]),
          { label: "Name", value: holder.name },
          { label: "Account", value: maskEmail(holder.email) },
          { label: "Statement created", value: formatDateTime(madeAt) },
        ],
      },
      {
        kind: "amounts",
        title: "Summary",
        rows: [
          { label: `Opening balance, ${formatRegisterDay(period.from)}`, value: shown(opening) },
          { label: "Money in", value: shown(sumOf(movements.filter(({ minor }) => minor > 0n))) },
          { label: "Money out", value: shown(sumOf(movements.filter(({ minor }) => minor < 0n))) },
        ],
        total: { label: `Closing balance, ${formatRegisterDay(period.to)}`, value: shown(balance) },
      },
      list,
    ],
    footer: brandFooter,
  };
}

function describeMovement({ reason, labels, searchTypes, lines }: Movement): string {
  switch (reason) {
    case "TOPUP":
      return "Wallet top-up";
    case "REFUND":
      return searchTypes.length === 0 ? "Refund" : `Refund: ${describeRefund(searchTypes, lines)}`;
    case "ADJUSTMENT":
      return searchTypes.length === 0 ? "Correction" : `Refund: ${describeRefund(searchTypes, lines)}`;
    case "VERIFICATION":
    case "STAKEHOLDERS":
      return labels ? `Check: ${[...new Set(labels)].join(", ")}` : "Check";
  }
}
