import { formatCount, formatDateTime } from "@idanimo/contract/date-format";
import { currencies, type Currency, formatMinor } from "@idanimo/contract/money";
import { formatRegisterDay } from "@idanimo/contract/record-fields";
import type { DayRange } from "@idanimo/contract/statement-days";
import { type Block, brandFooter, type PdfDocument } from "../../../documents/index.ts";
import {
  type AccountKind,
  accountKinds,
  type OffLedgerLine,
  type AccountingReport,
  findImbalances,
  findAccountLine,
  type MovementKind,
  movementKinds,
} from "./rules.ts";

/** Builds the accounting report as a document. Pure. It names kinds of accounts and sums, never a person. */

export const accountNames = {
  provider_cash: "Cash with the provider",
  wallet: "Customers' wallets",
  revenue: "Revenue",
  tax: "Tax and charges",
  adjustments: "Adjustments",
} as const satisfies Record<AccountKind, string>;

export const movementNames = {
  top_up: "Top-ups",
  late_payment: "Late payments and surplus",
  charge: "Lookups charged",
  tax: "Tax and charges on them",
  refund: "Lookups refunded",
  tax_refund: "Tax and charges refunded",
  operator_refund: "Refunds by operators",
  closed_balance: "Balances of closed accounts",
  correction: "Corrections",
} as const satisfies Record<MovementKind, string>;

export const offLedgerNames = {
  put_aside: "Quarantined: received, but not as requested",
  still_aside: "Quarantined and undecided at the end of the period",
  sent_back: "Refunded to the payer by the provider",
  paid_out: "Balances of closed accounts paid out",
  to_pay_out: "Balances of closed accounts not paid out at the end of the period",
} as const satisfies Record<OffLedgerLine["what"], string>;

const walletNames = { NGN: "Naira", USD: "US dollars" } as const satisfies Record<Currency, string>;
const currencySigns: Readonly<Record<string, string>> = { NGN: "₦", USD: "$" };

/** Formats an amount as accountants do: always two decimals, negative amounts in brackets. */
export function formatAccountingAmount(currency: string, minor: bigint): string {
  const [whole = "0", rest = ""] = formatMinor(minor < 0n ? -minor : minor).split(".");
  const sign = currencySigns[currency] ?? `${currency} `;
  const text = `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${rest.padEnd(2, "0")}`;
  return minor < 0n ? `(${text})` : text;
}

export function buildReportDocument(report: AccountingReport, days: DayRange): PdfDocument {
  return {
    title: "Books",
    eyebrow: `${formatRegisterDay(days.from)} to ${formatRegisterDay(days.to)}`,
    blocks: [
      {
        kind: "facts",
        rows: [
          {
            label: "Period",
            value: `${formatRegisterDay(days.from)} to ${formatRegisterDay(days.to)}, both included; days in Lagos`,
          },
          { label: "Read at", value: `${formatDateTime(report.now)}; all amounts as of this time` },
          { label: "Compared", value: describeReconciliation(report, days) },
          { label: "In brackets", value: "is below zero" },
        ],
      },
      ...currencies.flatMap((currency) => currencyBlocks(report, currency)),
      ...offLedgerBlocks(report),
    ],
    footer: brandFooter,
  };
}

const dayMs = 86_400_000;

function describeReconciliation({ reconciliation }: AccountingReport, { from, to }: DayRange): string {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
  const open = reconciliation.open === 0 ? "no differences" : `open differences: ${reconciliation.open}`;
  return `with the provider's own list on ${reconciliation.days} of ${days} days; ${open}`;
}

function currencyBlocks(report: AccountingReport, currency: Currency): readonly Block[] {
  const shown = (minor: bigint) => formatAccountingAmount(currency, minor);
  const of = (kind: AccountKind) => findAccountLine(report, currency, kind);
  const moved = movementKinds.flatMap((what) =>
    report.movements
      .filter((line) => line.currency === currency && line.what === what)
      .toSorted((one, other) => accountKinds.indexOf(one.from) - accountKinds.indexOf(other.from)),
  );
  const faults = findImbalances(report, currency);
  const { closing: cash } = of("provider_cash");
  const proof = ["wallet", "revenue", "tax", "adjustments"] as const;
  return [
    { kind: "heading", text: `${walletNames[currency]} (${currency})` },
    {
      kind: "table",
      title: `Accounts in ${currency}`,
      level: 3,
      columns: [
        { label: "Account" },
        { label: "Opening", amount: true },
        { label: "In", amount: true },
        { label: "Out", amount: true },
        { label: "Closing", amount: true },
      ],
      rows: accountKinds.map((kind) => {
        const { opening, cameIn, wentOut, closing } = of(kind);
        return [accountNames[kind], shown(opening), shown(cameIn), shown(wentOut), shown(closing)];
      }),
    },
    moved.length === 0
      ? { kind: "text", text: `No movements in ${walletNames[currency].toLowerCase()} in this period.` }
      : {
          kind: "table",
          title: `Movements in ${currency}`,
          level: 3,
          columns: [
            { label: "What" },
            { label: "From" },
            { label: "To" },
            { label: "Times", amount: true },
            { label: "Amount", amount: true },
          ],
          rows: moved.map((line) => [
            movementNames[line.what],
            accountNames[line.from],
            accountNames[line.to],
            formatCount(line.times),
            shown(line.minor),
          ]),
        },
    faults.length === 0
      ? {
          kind: "note",
          tone: "good",
          text: `The accounts balance: opening + in - out = closing for every account, the movements match in and out, and cash ${shown(cash)} = ${proof
            .map((kind) => `${accountNames[kind].toLowerCase()} ${shown(of(kind).closing)}`)
            .join(" + ")}.`,
        }
      : { kind: "note", tone: "bad", text: `The accounts do not balance. ${faults.join("; ")}.` },
  ];
}

function offLedgerBlocks({ offLedger }: AccountingReport): readonly Block[] {
  if (offLedger.length === 0) return [];
  return [
    {
      kind: "amounts",
      title: "Outside the ledger",
      rows: offLedger.map(({ what, currency, times, minor }) => ({
        label: `${offLedgerNames[what]} (${times})`,
        value: formatAccountingAmount(currency, minor),
      })),
    },
  ];
}

/** All accounts of a currency in order, with their names. */
export const accountLinesOf = (report: AccountingReport, currency: Currency) =>
  accountKinds.map((kind) => ({ name: accountNames[kind], ...findAccountLine(report, currency, kind) }));
