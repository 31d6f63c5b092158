import { formatBureauCell, visibleColumns } from "@idanimo/contract/record-tables";
import type { bureaus } from "@idanimo/contract/checks/bvn/bureaus";
import { bureauFigureRows } from "@idanimo/contract/checks/bvn/view";
import type { BureauRecord, CreditRecord } from "@idanimo/contract/checks/bvn/record";
import { isLoanTable, isRepeatedIn, parseLoan } from "@idanimo/contract/checks/bvn/loans";
import type { NamedTexts } from "@idanimo/contract/named-texts";

/** The display rules of a credit record, without rendering. */

type Bureau = (typeof bureaus)[number];
export type BureauKey = Bureau["tick"];

/** The state of one bureau; `record` also if nothing could be loaded, which is shown as dashes. */
export type BureauState = "not_asked" | "no_record" | "no_data" | "record";

/** The state of one bureau in a record [RESULT-COMMON-06 O-23 C-41]. */
export function bureauStateOf(record: CreditRecord | undefined, { tick, member }: Bureau): BureauState {
  if (!record) return "record";
  const bureau = record[member];
  if (bureau) return isBureauEmpty(bureau) ? "no_data" : "record";
  return record.asked.includes(tick) ? "no_record" : "not_asked";
}

const isBureauEmpty = ({ summary, tables }: BureauRecord) =>
  bureauFigureRows(summary).every(({ value }) => value === "-") &&
  Object.values(tables).every((rows) => rows.length === 0);

/** Why a bureau shows no data, and what that means. */
export function bureauStateMessage(state: Exclude<BureauState, "record">, name: string): string {
  switch (state) {
    case "not_asked":
      return `${name} was not part of this check. Select it in a new check to see its record.`;
    case "no_record":
      return `${name} has no record for this BVN. That is neither good nor bad: a bureau knows only what lenders report to it.`;
    case "no_data":
      return `${name} knows this person, but has no loans or figures.`;
  }
}

/** The tab that is open at first: a bureau with a record, else one that was queried. */
export function initialTab(record: CreditRecord | undefined, all: readonly Bureau[]): BureauKey | undefined {
  const order: readonly BureauState[] = ["record", "no_data", "no_record", "not_asked"];
  return all.toSorted(
    (left, right) => order.indexOf(bureauStateOf(record, left)) - order.indexOf(bureauStateOf(record, right)),
  )[0]?.tick;
}

export type ArrangedTable = {
  readonly table: string;
  readonly rows: readonly NamedTexts[];
  /** Another table with all loans of this one. */
  readonly repeatedIn: string | undefined;
};

/** The tables of a bureau: loans first, the delinquent ones at the top; a table that only repeats loans at the end. */
export function arrangeTables(tables: BureauRecord["tables"]): readonly ArrangedTable[] {
  const all = Object.entries(tables);
  const loanTables = all.filter(([table, rows]) => isLoanTable(table, rows));
  const arranged = all.map(([table, rows]): ArrangedTable & { readonly rank: number } => {
    const ownAt = loanTables.findIndex(([name]) => name === table);
    const isLoans = ownAt >= 0;
    const repeatedIn = isLoans
      ? loanTables.find(
          ([, other], at) =>
            (other.length > rows.length || (other.length === rows.length && at < ownAt)) && isRepeatedIn(rows, other),
        )?.[0]
      : undefined;
    return {
      table,
      rows: isLoans ? sortRows(rows) : rows,
      repeatedIn,
      rank: repeatedIn === undefined ? (isLoans ? 0 : 1) : 2,
    };
  });
  return arranged.toSorted((one, other) => one.rank - other.rank);
}

const sortRows = (rows: readonly NamedTexts[]): readonly NamedTexts[] => {
  const isLate = (row: NamedTexts) => Number(parseLoan(row, "CRC")?.isDelinquent ?? false);
  return rows.toSorted((one, other) => isLate(other) - isLate(one));
};

/** Rows per page of a table: a thousand at once would be slow, and on a phone each row is a list. */
export const tablePageSize = { wide: 10, phone: 5 } as const;

/**
 * One page of a table's rows. Each row has all of the table's columns, so that every page has the same.
 * @param page from 0; a page beyond the last becomes the last
 */
export function pageRows(rows: readonly NamedTexts[], page: number, size: number) {
  const columns = visibleColumns(rows);
  const last = Math.max(0, Math.ceil(rows.length / size) - 1);
  const at = Math.min(Math.max(0, page), last);
  const from = at * size;
  const shown = rows.slice(from, from + size);
  return {
    page: at,
    last,
    /** From 1, both ends included. */
    from: from + 1,
    to: from + shown.length,
    source: shown,
    rows: shown.map((row): NamedTexts =>
      Object.fromEntries(columns.map((name) => [name, formatBureauCell(name, row)])),
    ),
  };
}
