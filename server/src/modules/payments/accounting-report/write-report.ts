import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { currencies } from "@idanimo/contract/money";
import type { DayRange } from "@idanimo/contract/statement-days";
import { type Database, useSnapshot, type Tx } from "../../../database/database.ts";
import { drawDocument } from "../../../documents/index.ts";
import { type CsvCell, streamCsv, csvRow, csvByteOrderMark } from "../../../kernel/csv.ts";
import { accountNames, offLedgerNames, movementNames, buildReportDocument } from "./report-document.ts";
import { accountKinds, type AccountingReport, findImbalances, findAccountLine } from "./rules.ts";
import { readAccountingReport, readAccountDetails } from "./store.ts";

/** Writes the accounting report: one PDF, and the same amounts as CSV with a line for each account [R-05 R-11]. */

/** Accounts read per page. */
const accountsPerPage = 1_000;

export type WrittenReport = {
  readonly report: AccountingReport;
  readonly files: readonly string[];
  /** What does not balance; empty if everything does. */
  readonly imbalances: readonly string[];
};

/**
 * Writes the report of a period into a folder, from one snapshot.
 * @throws if the folder cannot be written to
 */
export async function writeAccountingReport(db: Database, days: DayRange, folder: string): Promise<WrittenReport> {
  await mkdir(folder, { recursive: true });
  const pathOf = (name: string, ending: string) => join(folder, `${name}-${days.from}-to-${days.to}.${ending}`);
  const files = {
    pdf: pathOf("books", "pdf"),
    accounts: pathOf("accounts", "csv"),
    movements: pathOf("movements", "csv"),
    details: pathOf("every-account", "csv"),
  };
  return db.transaction("system", async (tx) => {
    await useSnapshot(tx);
    const report = await readAccountingReport(tx, days);
    const detailFaults = await writeAccountDetails(tx, days, report, files.details);
    await writeFile(files.accounts, accountsCsv(report), { mode: 0o600 });
    await writeFile(files.movements, movementsCsv(report), { mode: 0o600 });
    await writeFile(files.pdf, await drawDocument(buildReportDocument(report, days), report.now), { mode: 0o600 });
    const imbalances = currencies.flatMap((currency) =>
      findImbalances(report, currency).map((fault) => `${currency} ${fault}`),
    );
    return { report, files: Object.values(files), imbalances: [...imbalances, ...detailFaults] };
  });
}

const toCsvAmount = (minor: bigint): CsvCell => ({ minor });

/** The amounts of each kind of account. */
export function accountsCsv(report: AccountingReport): string {
  const rows = currencies.flatMap((currency) =>
    accountKinds.map((kind): readonly CsvCell[] => {
      const { opening, cameIn, wentOut, closing } = findAccountLine(report, currency, kind);
      return [currency, accountNames[kind], ...[opening, cameIn, wentOut, closing].map(toCsvAmount)];
    }),
  );
  return csvByteOrderMark + [["Currency", "Account", "Opening", "In", "Out", "Closing"], ...rows].map(csvRow).join("");
}

/** What moved, and what is outside the ledger. */
export function movementsCsv({ movements, offLedger }: AccountingReport): string {
  const head = ["Currency", "What", "From", "To", "Times", "Amount"];
  const rows = movements.map((line) => [
    line.currency,
    movementNames[line.what],
    accountNames[line.from],
    accountNames[line.to],
    line.times,
    { minor: line.minor },
  ]);
  const other = offLedger.map((line) => [
    line.currency,
    offLedgerNames[line.what],
    "",
    "",
    line.times,
    { minor: line.minor },
  ]);
  return csvByteOrderMark + [head, ...rows, ...other].map(csvRow).join("");
}

type AccountDetailPage = Awaited<ReturnType<typeof readAccountDetails>>;
type AccountDetailRow = AccountDetailPage["rows"][number];

/**
 * A line for each account that moved, page by page.
 * @param inTransaction runs the query of a page, in a transaction of its own or in a longer one
 */
export const streamAccountDetails = (
  inTransaction: (read: (tx: Tx) => Promise<AccountDetailPage>) => Promise<AccountDetailPage>,
  days: DayRange,
  onRow: (row: AccountDetailRow) => void = () => undefined,
): AsyncGenerator<string> =>
  streamCsv(["Account", "Kind", "Currency", "Opening", "In", "Out", "Closing"], async (after: string | undefined) => {
    const { rows, next } = await inTransaction((tx) => readAccountDetails(tx, days, after, accountsPerPage));
    rows.forEach(onRow);
    const lines = rows.map((row) => [
      row.id,
      accountNames[row.kind],
      row.currency,
      ...[row.opening, row.cameIn, row.wentOut, row.closing].map(toCsvAmount),
    ]);
    return { rows: lines, next };
  });

/** Writes a line for each account; returns the kinds whose accounts do not add up to the report's total. */
async function writeAccountDetails(
  tx: Tx,
  days: DayRange,
  report: AccountingReport,
  file: string,
): Promise<readonly string[]> {
  const closings = new Map<string, bigint>();
  const add = ({ kind, currency, closing }: AccountDetailRow) => {
    const key = `${currency} ${kind}`;
    closings.set(key, (closings.get(key) ?? 0n) + closing);
  };
  await writeFile(
    file,
    streamAccountDetails((read) => read(tx), days, add),
    { mode: 0o600 },
  );
  return currencies.flatMap((currency) =>
    accountKinds.flatMap((kind) =>
      (closings.get(`${currency} ${kind}`) ?? 0n) === findAccountLine(report, currency, kind).closing
        ? []
        : [`${currency} ${kind}: the sum of its accounts differs`],
    ),
  );
}
