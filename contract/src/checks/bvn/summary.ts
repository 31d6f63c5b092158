import { formatMoney, money, parseMinor } from "../../money.ts";
import { countEnquiries, type Loan, loansOf } from "./loans.ts";
import type { BureauFigure, CreditRecord } from "./record.ts";
import { bureaus } from "./bureaus.ts";

/** What all bureaus together say about a person, without counting the same loan twice. */
export type CreditSummary = {
  readonly loans: readonly Loan[];
  /** Bureaus with a record, of those that were queried. */
  readonly withRecord: number;
  readonly asked: number;
  /** In kobo; undefined if no bureau says. */
  readonly outstanding: bigint | undefined;
  readonly overdue: bigint | undefined;
  readonly delinquent: number | undefined;
  readonly enquiries: number | undefined;
};

const sumOf = (amounts: readonly ({ readonly minor: bigint | undefined } | undefined)[]): bigint =>
  amounts.reduce((sum, amount) => sum + (amount?.minor ?? 0n), 0n);

/** The higher of what the distinct loans add up to and the highest figure of a bureau; undefined if neither is known. */
const atLeast = (fromLoans: bigint | undefined, figures: readonly bigint[]): bigint | undefined =>
  [...figures, ...(fromLoans === undefined ? [] : [fromLoans])].reduce<bigint | undefined>(
    (most, value) => (most === undefined || value > most ? value : most),
    undefined,
  );

/**
 * Sums up a credit record. Bureaus report many of the same loans, so their figures are not added: each loan counts
 * once, and a sum is never below what one bureau says.
 */
export function summariseCredit(record: CreditRecord): CreditSummary {
  const loans = loansOf(record);
  const known = bureaus.flatMap(({ member }) => record[member] ?? []);
  const figures = (figure: BureauFigure) => known.flatMap(({ summary }) => parseMinor(summary[figure] ?? "") ?? []);
  const delinquent = atLeast(
    loans.length === 0 ? undefined : BigInt(loans.filter(({ isDelinquent }) => isDelinquent).length * 100),
    figures("totalNoOfDelinquentFacilities"),
  );
  const sum = (column: "balance" | "overdue") => {
    const amounts = loans.map((loan) => loan[column]);
    return amounts.some(Boolean) ? sumOf(amounts) : undefined;
  };
  return {
    loans,
    withRecord: known.length,
    asked: record.asked.length,
    outstanding: atLeast(sum("balance"), figures("totalOutstanding")),
    overdue: atLeast(sum("overdue"), figures("totalOverdue")),
    delinquent: delinquent === undefined ? undefined : Number(delinquent / 100n),
    enquiries: countEnquiries(record),
  };
}

/** Kobo as `₦52,000`; a dash if unknown. */
export const formatKobo = (minor: bigint | undefined): string =>
  minor === undefined ? "-" : formatMoney(money("NGN", minor));

/** How many bureaus have a record: `Record at 2 of 3 bureaus`. */
export const describeBureaus = ({ withRecord, asked }: Pick<CreditSummary, "withRecord" | "asked">): string =>
  `Record at ${withRecord} of ${asked} ${asked === 1 ? "bureau" : "bureaus"}`;
