import type { Currency } from "@idanimo/contract/money";

/**
 * Sums the accounts over a period and checks that they balance. Pure. Amounts in minor units; days are Lagos days.
 */

export const accountKinds = ["provider_cash", "wallet", "revenue", "tax", "adjustments"] as const;
export type AccountKind = (typeof accountKinds)[number];

/** All accounts of one kind together. Cash is what the provider received for us; the other kinds are its use. */
export type AccountLine = {
  readonly kind: AccountKind;
  readonly currency: Currency;
  readonly opening: bigint;
  readonly cameIn: bigint;
  readonly wentOut: bigint;
  readonly closing: bigint;
};

/** Kinds of movements that an accountant distinguishes. */
export const movementKinds = [
  "top_up",
  "late_payment",
  "charge",
  "tax",
  "refund",
  "tax_refund",
  "operator_refund",
  "closed_balance",
  "correction",
] as const;
export type MovementKind = (typeof movementKinds)[number];

export type MovementLine = {
  readonly what: MovementKind;
  readonly from: AccountKind;
  readonly to: AccountKind;
  readonly currency: Currency;
  readonly times: bigint;
  readonly minor: bigint;
};

/** An amount outside the ledger or only partly in it. Its currency may be one without wallets. */
export type OffLedgerLine = {
  readonly what: "put_aside" | "still_aside" | "sent_back" | "paid_out" | "to_pay_out";
  readonly currency: string;
  readonly times: bigint;
  readonly minor: bigint;
};

export type AccountingReport = {
  readonly accounts: readonly AccountLine[];
  readonly movements: readonly MovementLine[];
  readonly offLedger: readonly OffLedgerLine[];
  /** The stored balances of all wallets now, and the sum of all transfers into and out of them. */
  readonly walletBalances: readonly {
    readonly currency: Currency;
    readonly balances: bigint;
    readonly transfers: bigint;
  }[];
  readonly reconciliation: { readonly days: number; readonly open: number };
  readonly now: Date;
};

const zeroAmounts = { opening: 0n, cameIn: 0n, wentOut: 0n, closing: 0n };
export const findAccountLine = (
  report: Pick<AccountingReport, "accounts">,
  currency: Currency,
  kind: AccountKind,
): AccountLine =>
  report.accounts.find((line) => line.currency === currency && line.kind === kind) ?? {
    kind,
    currency,
    ...zeroAmounts,
  };

/** Describes what does not balance; empty if everything does. */
export function findImbalances(report: AccountingReport, currency: Currency): readonly string[] {
  const faults: string[] = [];
  const of = (kind: AccountKind) => findAccountLine(report, currency, kind);
  for (const kind of accountKinds) {
    const { opening, cameIn, wentOut, closing } = of(kind);
    if (opening + cameIn - wentOut !== closing) faults.push(`${kind}: opening + in - out differs from closing`);
    const moved = { in: 0n, out: 0n };
    for (const line of report.movements) {
      if (line.currency !== currency) continue;
      // the sides of cash are reversed: what leaves it in the ledger is what the provider received for us
      const [into, outOf] = kind === "provider_cash" ? [line.from, line.to] : [line.to, line.from];
      if (into === kind) moved.in += line.minor;
      if (outOf === kind) moved.out += line.minor;
    }
    if (moved.in !== cameIn || moved.out !== wentOut) faults.push(`${kind}: the movements differ from in and out`);
  }
  for (const at of ["opening", "closing"] as const) {
    const others = of("wallet")[at] + of("revenue")[at] + of("tax")[at] + of("adjustments")[at];
    if (of("provider_cash")[at] !== others)
      faults.push(`${at}: cash differs from wallets + revenue + tax + adjustments`);
  }
  const walletBalance = report.walletBalances.find((one) => one.currency === currency);
  if (walletBalance && walletBalance.balances !== walletBalance.transfers)
    faults.push("wallet: the stored balances differ from the transfers");
  return faults;
}
