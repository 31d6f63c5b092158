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

/** A count such as `3`; undefined for a text that is none. */
const parseCount = (text: string): number | undefined => (/^\d+$/.test(text.trim()) ? Number(text) : undefined);

const sumOf = (amounts: readonly ({ readonly minor: bigint | undefined } | undefined)[]): bigint =>
  amounts.reduce((sum, amount) => sum + (amount?.minor ?? 0n), 0n);

/** The highest of what the distinct loans add up to and the bureaus' own figures; undefined if none is known. */
const highest = <Value extends bigint | number>(values: readonly (Value | undefined)[]): Value | undefined =>
  values.reduce(
    (most, value) => (most === undefined || (value !== undefined && value > most) ? value : most),
    undefined,
  );

/**
 * Sums up a credit record. Bureaus report many of the same loans, so their figures are not added: each loan counts
 * once, and a sum is never below what one bureau says.
 */
export function summariseCredit(record: CreditRecord): CreditSummary {
  const loans = loansOf(record);
  const known = bureaus.flatMap(({ member }) => record[member] ?? []);
  const figures = (figure: BureauFigure) => known.flatMap(({ summary }) => summary[figure] ?? []);
  const amounts = (figure: BureauFigure) => figures(figure).map((text) => parseMinor(text));
  const counts = (figure: BureauFigure) => figures(figure).map(parseCount);
  const delinquentLoans = loans.length === 0 ? undefined : loans.filter(({ isDelinquent }) => isDelinquent).length;
  const sum = (column: "balance" | "overdue") => {
    const values = loans.map((loan) => loan[column]);
    return values.some(Boolean) ? sumOf(values) : undefined;
  };
  return {
    loans,
    withRecord: known.length,
    asked: record.asked.length,
    outstanding: highest([sum("balance"), ...amounts("totalOutstanding")]),
    overdue: highest([sum("overdue"), ...amounts("totalOverdue")]),
    delinquent: highest([delinquentLoans, ...counts("totalNoOfDelinquentFacilities")]),
    enquiries: countEnquiries(record),
  };
}

/** Kobo as `₦52,000`; a dash if unknown. */
export const formatKobo = (minor: bigint | undefined): string =>
  minor === undefined ? "-" : formatMoney(money("NGN", minor));

/** How many bureaus have a record: `Record at 2 of 3 bureaus`. */
export const describeBureaus = ({ withRecord, asked }: Pick<CreditSummary, "withRecord" | "asked">): string =>
  `Record at ${withRecord} of ${asked} ${asked === 1 ? "bureau" : "bureaus"}`;
