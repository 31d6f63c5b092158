import { isLoanTable, parseLoan } from "@idanimo/contract/checks/bvn/loans";
import { type BureauRecord, creditRecord } from "@idanimo/contract/checks/bvn/record";
import { describeBureaus, formatKobo, summariseCredit } from "@idanimo/contract/checks/bvn/summary";
import { bureaus } from "@idanimo/contract/checks/bvn/bureaus";
import { bureauFigureRows, creditHeaderFields, isEmptyCreditRecord } from "@idanimo/contract/checks/bvn/view";
import { parseScore, scoreBandOf } from "@idanimo/contract/credit-score";
import type { NamedTexts } from "@idanimo/contract/named-texts";
import { formatField, nonEmptyText } from "@idanimo/contract/record-fields";
import { formatBureauCell, humanizeFieldName, isAmountColumn, visibleColumns } from "@idanimo/contract/record-tables";
import type { Block } from "../../../documents/index.ts";
import type { SourceRecord } from "../../results/index.ts";
import { fieldRows, type IsShown, noData } from "./block-parts.ts";

/**
 * The blocks of a credit record: one summary, the bureaus side by side, and each table once with the bureaus that have
 * the row. Pure.
 */
export function creditBlocks(found: SourceRecord, isShown: IsShown): readonly Block[] | undefined {
  const record = creditRecord.parse(found);
  if (isEmptyCreditRecord(record)) return undefined;
  const [person, ...others] = record["basic-data"];
  const fields = creditHeaderFields.filter(isShown);
  const score = nonEmptyText(record["FICO-Score"].ficoScore);
  const { outstanding, overdue, delinquent, enquiries, ...bureauCounts } = summariseCredit(record);
  return [
    {
      kind: "fields",
      title: "Credit summary",
      fields: [
        { label: "Score", value: score ?? "-" },
        { label: "Band", value: scoreBandOf(parseScore(score) ?? Number.NaN)?.label ?? "-" },
        { label: "Outstanding", value: formatKobo(outstanding) },
        { label: "Overdue", value: formatKobo(overdue) },
        { label: "Delinquent loans", value: delinquent === undefined ? "-" : String(delinquent) },
        { label: "Enquiries", value: enquiries === undefined ? "-" : String(enquiries) },
      ],
    },
    { kind: "text", text: `${describeBureaus(bureauCounts)}. A loan that several bureaus report counts once.` },
    { kind: "fields", title: "BVN details", fields: fieldRows(person, fields) },
    comparisonBlock(record),
    ...mergedTables(record).map((table) => tableBlock(table, bureauCounts.withRecord)),
    ...otherDetails([person, ...others].map((each) => fields.map((field) => formatField(each, field)))).map(
      (rows): Block => ({
        kind: "table",
        title: "Different details at the bureaus",
        columns: fields.map(({ label }) => ({ label })),
        rows,
      }),
    ),
  ];
}

/** The entries that differ from the first and from one another, as one table or none. */
function otherDetails([first = [], ...others]: readonly (readonly string[])[]): readonly (readonly string[])[][] {
  const known = new Set([first.join("|")]);
  const different = others.filter((each) => !known.has(each.join("|")) && known.add(each.join("|")));
  return different.length === 0 ? [] : [different];
}

type Credit = ReturnType<typeof creditRecord.parse>;
type Bureau = (typeof bureaus)[number];

/** The ten values of each bureau in a column of its own. */
function comparisonBlock(record: Credit): Block {
  const figures = bureauFigureRows(undefined);
  const columnOf = ({ tick, member }: Bureau): readonly string[] => {
    const bureau = record[member];
    const state = record.asked.includes(tick) ? "No record" : "Not asked";
    return [bureau ? "Yes" : state, ...bureauFigureRows(bureau?.summary).map(({ value }) => value)];
  };
  const columns = bureaus.map(columnOf);
  return {
    kind: "table",
    title: "What each bureau reports",
    columns: [{ label: "" }, ...bureaus.map(({ name }) => ({ label: name, amount: true as const }))],
    rows: ["Record", ...figures.map(({ label }) => label)].map((label, at) => [
      label,
      ...columns.map((values) => values[at] ?? "-"),
    ]),
  };
}

type MergedRow = { readonly row: NamedTexts; readonly cells: string; reportedBy: string[] };
type MergedTable = { readonly table: string; readonly rows: readonly MergedRow[]; readonly sameAs: string | undefined };

const visibleTexts = (row: NamedTexts): string =>
  JSON.stringify(
    visibleColumns([row])
      .toSorted()
      .map((name) => [name, row[name]]),
  );

/** The tables of all bureaus by name. Rows that are equal in several bureaus become one; those of one bureau do not. */
function mergedTables(record: Credit): readonly MergedTable[] {
  const byName = new Map<string, MergedRow[]>();
  for (const { name, member } of bureaus) {
    const bureau: BureauRecord | null = record[member];
    for (const [table, rows] of Object.entries(bureau?.tables ?? {})) {
      const known = byName.get(table) ?? [];
      byName.set(table, known);
      const before = [...known];
      for (const row of rows) {
        const cells = visibleTexts(row);
        const same = before.findIndex((one) => one.cells === cells);
        const [match] = same === -1 ? [] : before.splice(same, 1);
        if (match) match.reportedBy.push(name);
        else known.push({ row, cells, reportedBy: [name] });
      }
    }
  }
  const tables = [...byName].map(([table, rows]) => ({ table, rows: sortRows(rows) }));
  const rank = ({ table, rows, sameAs }: MergedTable) =>
    sameAs !== undefined
      ? 2
      : isLoanTable(
            table,
            rows.map(({ row }) => row),
          )
        ? 0
        : 1;
  return tables
    .map(({ table, rows }): MergedTable => ({ table, rows, sameAs: tableWithAll(table, rows, tables) }))
    .toSorted((one, other) => rank(one) - rank(other));
}

/** Another table that has every row of this one. */
function tableWithAll(
  table: string,
  rows: readonly MergedRow[],
  all: readonly Pick<MergedTable, "table" | "rows">[],
): string | undefined {
  if (rows.length === 0) return undefined;
  return all.find(
    (other) =>
      other.table !== table &&
      other.rows.length > rows.length &&
      rows.every(({ cells }) => other.rows.some((one) => one.cells === cells)),
  )?.table;
}

const isDelinquent = ({ row }: MergedRow): number => Number(parseLoan(row, "CRC")?.isDelinquent ?? false);

const sortRows = (rows: readonly MergedRow[]): readonly MergedRow[] =>
  rows.toSorted((one, other) => isDelinquent(other) - isDelinquent(one));

function tableBlock({ table, rows, sameAs }: MergedTable, bureauCount: number): Block {
  const title = humanizeFieldName(table);
  if (sameAs !== undefined)
    return {
      kind: "text",
      text: `${title}: ${rows.length} of the rows in ${humanizeFieldName(sameAs)}, with the same values.`,
    };
  const columns = visibleColumns(rows.map(({ row }) => row));
  if (columns.length === 0) return { kind: "text", text: `${title}: ${noData}` };
  return {
    kind: "table",
    title,
    columns: [
      ...columns.map((name) => ({
        label: humanizeFieldName(name),
        ...(isAmountColumn(name) && { amount: true as const }),
      })),
      { label: "Reported by" },
    ],
    rows: rows.map(({ row, reportedBy }) => [
      ...columns.map((name) => formatBureauCell(name, row)),
      reportedBy.length > 1 && reportedBy.length === bureauCount ? "All bureaus" : reportedBy.join(", "),
    ]),
  };
}
