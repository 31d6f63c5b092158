import { parseMinor } from "../../money.ts";
import type { NamedTexts } from "../../named-texts.ts";
import { nonEmptyText, parseRegisterDay } from "../../record-fields.ts";
import { currencyOfRow, formatBureauCell } from "../../record-tables.ts";
import type { CreditRecord } from "./record.ts";
import { bureaus } from "./bureaus.ts";

/** The loans of a credit record, of all bureaus together. Columns have the bureaus' own names. Pure. */

export type BureauName = (typeof bureaus)[number]["name"];

/** An amount as text, and in kobo; `minor` is undefined for another currency and for a text that is no number. */
type Amount = { readonly text: string; readonly minor: bigint | undefined };

/** One loan, as one bureau or several report it. An unknown value is undefined. */
export type Loan = {
  readonly lender: string;
  readonly account: string | undefined;
  readonly kind: string | undefined;
  readonly amount: Amount | undefined;
  readonly balance: Amount | undefined;
  readonly overdue: Amount | undefined;
  /** The register's day on which it was opened. */
  readonly opened: string | undefined;
  readonly status: string | undefined;
  readonly isDelinquent: boolean;
  /** The bureaus that report it; more than one: the same loan is not counted twice. */
  readonly reportedBy: readonly BureauName[];
};

/** The columns of each value: SmartComply's and Dojah's names first. */
const columns = {
  lender: /^(loan ?provider|lender( ?name)?|institution( ?name)?|subscriber( ?name)?|creditor)$/,
  account: /^account ?(number|no)$/,
  kind: /^((loan|facility|account) ?)?type$/,
  amount: /^((loan|opening|sanctioned|approved) )?amount( availed)?$|^opening balance$/,
  balance: /^((outstanding|current|loan) )?balance( am(oun)?t)?$|^(outstanding|current)( amount)?$/,
  overdue: /^(total ?)?(amount ?)?(overdue|arrears)( ?amount)?$/,
  opened: /^(date ?(account )?opened|account ?opened|opened( on)?|date ?opened)$/,
  status: /^((account|loan) ?)?status$/,
  performance: /^(performance ?status|asset ?classification|classification|performance)$/,
  daysLate: /^((no|number) of )?(days ?(overdue|late|past due|in arrears)|overdue ?days)$/,
} as const;
type Column = keyof typeof columns;

/** `dateAccountOpened` and `date_account_opened` as `date account opened`. */
const wordsOf = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/[_\s-]+/g, " ")
    .trim()
    .toLowerCase();

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant
const columnNames = Object.keys(columns) as readonly Column[];

/** The first column with a value for each of a row's values that matter. */
type ColumnsOfRow = Readonly<Partial<Record<Column, string>>>;

/** Returns a function that finds the columns of rows; it examines each column name once. */
function columnFinder(): (row: NamedTexts) => ColumnsOfRow {
  const known = new Map<string, Column | undefined>();
  return (row) => {
    const found: Partial<Record<Column, string>> = {};
    for (const [name, value] of Object.entries(row)) {
      if (!known.has(name))
        known.set(
          name,
          columnNames.find((column) => columns[column].test(wordsOf(name))),
        );
      const column = known.get(name);
      if (column !== undefined && found[column] === undefined && nonEmptyText(value) !== undefined)
        found[column] = name;
    }
    return found;
  };
}

function amountOf(row: NamedTexts, name: string | undefined): Amount | undefined {
  if (name === undefined) return undefined;
  const digits = nonEmptyText(row[name])?.replace(/^0+(?=\d)|,(?=\d{3}\b)/g, "") ?? "";
  return {
    text: formatBureauCell(name, row),
    minor: currencyOfRow(row) === "NGN" ? parseMinor(digits) : undefined,
  };
}

const badPerformance = /delinq|non.?perform|\blost\b|loss|doubtful|sub.?standard|default|written|charged.?off/i;

/** One row of a bureau's table as a loan; undefined for a row that is none. */
export function parseLoan(row: NamedTexts, reportedBy: BureauName, findColumns = columnFinder()): Loan | undefined {
  const names = findColumns(row);
  const valueOf = (column: Column) => nonEmptyText(names[column] && row[names[column]]);
  const lender = valueOf("lender");
  const [amount, balance] = [amountOf(row, names.amount), amountOf(row, names.balance)];
  if (lender === undefined || (amount === undefined && balance === undefined)) return undefined;
  const overdue = amountOf(row, names.overdue);
  const [status, performance] = [valueOf("status"), valueOf("performance")];
  return {
    lender,
    account: valueOf("account"),
    kind: valueOf("kind"),
    amount,
    balance,
    overdue,
    opened: valueOf("opened"),
    status: status ?? performance,
    isDelinquent:
      (overdue?.minor ?? 0n) > 0n ||
      Number(valueOf("daysLate") ?? 0) > 0 ||
      badPerformance.test(`${status ?? ""} ${performance ?? ""}`),
    reportedBy: [reportedBy],
  };
}

/** Rows with the same key are the same loan: lender, end of the account number, amount and first day. */
const keyOf = ({ lender, account, amount, opened }: Loan): string =>
  [
    lender.toLowerCase().replaceAll(/[^\p{L}\d]/gu, ""),
    account?.replaceAll(/\D/g, "").slice(-4),
    amount?.text,
    opened && (parseRegisterDay(opened) ?? opened),
  ].join("|");

const isEnquiryTable = (table: string): boolean => /enquir|inquir/i.test(table);

/** Whether a table lists loans; its rows are then the bureau's loans. */
export const isLoanTable = (table: string, rows: readonly NamedTexts[]): boolean =>
  !isEnquiryTable(table) && rows.some((row) => parseLoan(row, "CRC") !== undefined);

/** The loans of one table. */
export function loansOfTable(rows: readonly NamedTexts[], name: BureauName): readonly Loan[] {
  const findColumns = columnFinder();
  return rows.flatMap((row) => parseLoan(row, name, findColumns) ?? []);
}

/**
 * Each loan of several tables once, with all bureaus that report it. Rows of one table are never merged: they are
 * different loans, even with equal values.
 */
export function mergeLoans(tables: readonly (readonly Loan[])[]): readonly Loan[] {
  const known = new Map<string, Loan>();
  for (const table of tables) {
    const seen = new Map<string, number>();
    for (const loan of table) {
      const same = (seen.get(keyOf(loan)) ?? 0) + 1;
      seen.set(keyOf(loan), same);
      const key = `${keyOf(loan)}|${same}`;
      const before = known.get(key);
      known.set(key, before ? mergeTwo(before, loan) : loan);
    }
  }
  return [...known.values()];
}

const mergeTwo = (one: Loan, other: Loan): Loan => ({
  ...one,
  isDelinquent: one.isDelinquent || other.isDelinquent,
  overdue: greater(one.overdue, other.overdue),
  balance: greater(one.balance, other.balance),
  reportedBy: [...new Set([...one.reportedBy, ...other.reportedBy])],
});

const greater = (one: Amount | undefined, other: Amount | undefined): Amount | undefined =>
  compare(one?.minor, other?.minor) < 0 ? other : (one ?? other);

/** Whether all loans of a table are also in another one. */
export const isRepeatedIn = (rows: readonly NamedTexts[], other: readonly NamedTexts[]): boolean => {
  const known = loansOfTable(other, "CRC");
  return mergeLoans([known, loansOfTable(rows, "CRC")]).length === known.length;
};

/** Delinquent loans first, then open ones by their balance, then closed ones. */
export const sortLoans = (loans: readonly Loan[]): readonly Loan[] =>
  loans.toSorted(
    (one, other) =>
      Number(other.isDelinquent) - Number(one.isDelinquent) ||
      compare(other.balance?.minor, one.balance?.minor) ||
      compare(other.amount?.minor, one.amount?.minor),
  );

const compare = (one: bigint | undefined, other: bigint | undefined): number =>
  (one ?? 0n) === (other ?? 0n) ? 0 : (one ?? 0n) > (other ?? 0n) ? 1 : -1;

/** All loans of a record, each once, the delinquent ones first. */
export const loansOf = (record: CreditRecord): readonly Loan[] =>
  sortLoans(
    mergeLoans(
      bureaus.flatMap(({ name, member }) =>
        Object.entries(record[member]?.tables ?? {})
          .filter(([table]) => !isEnquiryTable(table))
          .map(([, rows]) => loansOfTable(rows, name)),
      ),
    ),
  );

/** The enquiries of all bureaus, each once. */
export function countEnquiries(record: CreditRecord): number | undefined {
  const tables = bureaus.flatMap(({ member }) =>
    Object.entries(record[member]?.tables ?? {}).filter(([table]) => isEnquiryTable(table)),
  );
  if (tables.length === 0) return undefined;
  return new Set(tables.flatMap(([, rows]) => rows.map((row) => JSON.stringify(Object.entries(row).toSorted())))).size;
}
