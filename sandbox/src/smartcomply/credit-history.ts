import { type SeededRandom, seededRandom } from "../kernel/seeded-random.ts";
import { type Person, personOf } from "../prembly/person.ts";
import type { Behaviour } from "../reserved-endings.ts";

/** A fictitious credit history, determined by a BVN alone. Its person is the same as in every other source. */

export const bureaus = ["crc", "first_central", "credit_registry"] as const;
export type CreditBureau = (typeof bureaus)[number];

/** The bureau without a record of a BVN ending 0011. */
export const missingBureau: CreditBureau = "first_central";

type Loan = {
  readonly lender: string;
  readonly account: string;
  readonly kind: string;
  readonly months: number;
  /** Naira, integer. */
  readonly amount: number;
  readonly outstanding: number;
  readonly overdue: number;
  readonly daysLate: number;
  /** ISO dates. */
  readonly opened: string;
  readonly updated: string;
  readonly seenBy: readonly CreditBureau[];
};

export type CreditHistory = {
  readonly person: Person;
  readonly loans: readonly Loan[];
  /** Earlier enquiries at the bureau, and their dates. */
  readonly enquiries: readonly { readonly lender: string; readonly reason: string; readonly date: string }[];
  /** Undefined if there is no loan to score, or if the BVN selects that. */
  readonly ficoScore: number | undefined;
};

const lenders = [
  "UNITY SAVINGS BANK",
  "PALMWINE MICROFINANCE",
  "HARMATTAN CREDIT",
  "KOLANUT LOANS",
  "BLUE LAGOON BANK",
  "MARKET WOMEN COOPERATIVE",
  "SAVANNA FINANCE",
] as const;
const kinds = ["PERSONAL LOAN", "OVERDRAFT", "ASSET FINANCE", "SALARY ADVANCE", "MORTGAGE"] as const;
const reasons = ["APPLICATION FOR CREDIT", "ACCOUNT REVIEW", "NEW EMPLOYMENT"] as const;

/** One bureau's records of a BVN. */
export function creditHistoryOf(
  bvn: string,
  bureau: CreditBureau,
  behaviour: Behaviour | undefined,
  now: number,
): CreditHistory {
  const chance = seededRandom(`credit:${bvn}`);
  const all = Array.from({ length: chance.between(2, 7) }, () => randomLoan(chance));
  const score = chance.between(420, 830);
  const asked = Array.from({ length: chance.between(0, 3) }, () => ({
    lender: chance.pick(lenders),
    reason: chance.pick(reasons),
    date: randomDate(chance, 2024, 2025),
  }));
  const loans = all.filter(({ seenBy }) => seenBy.includes(bureau));
  return {
    person: personOf(bvn, behaviour, now),
    loans,
    enquiries: asked,
    ficoScore: loans.length > 0 && behaviour !== "value_missing" ? score : undefined,
  };
}

function randomLoan(chance: SeededRandom): Loan {
  const amount = chance.between(4, 400) * 5_000;
  const isOpen = chance.below(2) === 0;
  const isLate = chance.below(5) === 0;
  const outstanding = isOpen ? Math.round((amount * chance.between(5, 90)) / 100) : 0;
  return {
    lender: chance.pick(lenders),
    account: chance.digits(10),
    kind: chance.pick(kinds),
    months: chance.pick([3, 6, 12, 24, 36] as const),
    amount,
    outstanding,
    overdue: isOpen && isLate ? Math.round(outstanding / 4) : 0,
    daysLate: isLate ? chance.between(3, 190) : 0,
    opened: randomDate(chance, 2018, 2024),
    updated: randomDate(chance, 2025, 2025),
    seenBy: chance.below(3) === 0 ? [chance.pick(bureaus)] : bureaus,
  };
}

function randomDate(chance: SeededRandom, firstYear: number, lastYear: number): string {
  const [month, day] = [chance.between(1, 12), chance.between(1, 28)];
  return `${chance.between(firstYear, lastYear)}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

/** The ten values and the monthly instalment, in naira and counts. */
export function figuresOf({ loans }: CreditHistory) {
  const open = loans.filter(({ outstanding }) => outstanding > 0);
  const late = loans.filter(({ daysLate }) => daysLate > 0);
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  return {
    totalNoOfLoans: loans.length,
    totalNoOfInstitutions: new Set(loans.map(({ lender }) => lender)).size,
    totalNoOfActiveLoans: open.length,
    totalNoOfClosedLoans: loans.length - open.length,
    totalNoOfPerformingLoans: loans.length - late.length,
    totalNoOfDelinquentFacilities: late.length,
    highestLoanAmount: Math.max(0, ...loans.map(({ amount }) => amount)),
    totalMonthlyInstallment: sum(open.map(({ amount, months }) => Math.round(amount / months))),
    totalBorrowed: sum(loans.map(({ amount }) => amount)),
    totalOutstanding: sum(loans.map(({ outstanding }) => outstanding)),
    totalOverdue: sum(loans.map(({ overdue }) => overdue)),
    maxNoOfDays: Math.max(0, ...loans.map(({ daysLate }) => daysLate)),
  };
}

/** The tables of a full record, with the wire's column names. */
export function tablesOf({ loans, enquiries }: CreditHistory) {
  return {
    creditors: [...new Set(loans.map(({ lender }) => lender))].map((lender) => ({
      Name: lender,
      Phone: "",
      Address: "Lagos",
    })),
    creditEnquiries: enquiries.map(({ lender, reason, date }) => ({ loanProvider: lender, reason, date })),
    loanPerformance: loans.filter(({ outstanding }) => outstanding > 0).map(rowOf),
    loanHistory: loans.map(rowOf),
  };
}

function rowOf(loan: Loan) {
  return {
    loanProvider: loan.lender,
    accountNumber: `XXXXXX${loan.account.slice(-4)}`,
    type: loan.kind,
    loanAmount: loan.amount,
    outstandingBalance: loan.outstanding,
    overdueAmount: loan.overdue,
    loanDuration: `${loan.months} MONTHS`,
    repaymentFrequency: "MONTHLY",
    status: loan.outstanding > 0 ? "OPEN" : "CLOSED",
    performanceStatus: loan.daysLate > 0 ? "DELINQUENT" : "PERFORMING",
    dateAccountOpened: loan.opened,
    lastUpdatedAt: loan.updated,
    insertionDate: loan.updated,
  };
}

/** The header of a record. */
export function personalDataOf(bvn: string, { person }: CreditHistory) {
  const { day, month, year } = person.born;
  return {
    bvn,
    name: `${person.firstName} ${person.middleName} ${person.surname}`.toUpperCase(),
    phone: person.phone,
    gender: person.woman ? "Female" : "Male",
    dateOfBirth: `${String(day).padStart(2, "0")}/${String(month).padStart(2, "0")}/${year}`,
    address: `${person.street}, ${person.residence.town}, ${person.residence.state}`.toUpperCase(),
    email: person.email,
  };
}

export function ratingOf(score: number): string {
  if (score >= 740) return "VERY GOOD";
  if (score >= 670) return "GOOD";
  return score >= 580 ? "FAIR" : "POOR";
}
