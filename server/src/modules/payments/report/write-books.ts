import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { currencies } from "@idanimo/contract/money";
import type { Days } from "@idanimo/contract/statement-days";
import { type Database, freeze, type Tx } from "../../../database/database.ts";
import { drawDocument } from "../../../documents/index.ts";
import { type CsvCell, csvOf, csvRow, csvStart } from "../../../kernel/csv.ts";
import { accountNames, besideNames, movementNames, paperOf } from "./paper.ts";
import { accountKinds, type Books, faultsIn, lineOf } from "./rules.ts";
import { readBooks, readDetails } from "./store.ts";

/** The accountant's report: one paper, and the same figures as tables, with a line for each account. Source. */

/** Accounts that are read at a time. */
const chunk = 1_000;

export type Written = {
  readonly books: Books;
  readonly files: readonly string[];
  /** What does not add up; nothing where all does. */
  readonly faults: readonly string[];
};

/** Writes the report of some days into a folder, all of it of one moment. Throws where the folder cannot be written. */
export async function writeBooks(db: Database, days: Days, folder: string): Promise<Written> {
  await mkdir(folder, { recursive: true });
  const pathOf = (name: string, ending: string) => join(folder, `${name}-${days.from}-to-${days.to}.${ending}`);
  const files = {
    paper: pathOf("books", "pdf"),
    accounts: pathOf("accounts", "csv"),
    movements: pathOf("movements", "csv"),
    details: pathOf("every-account", "csv"),
  };
  return db.transaction("system", async (tx) => {
    await freeze(tx);
    const books = await readBooks(tx, days);
    const detailFaults = await writeDetails(tx, days, books, files.details);
    await writeFile(files.accounts, accountsCsv(books), { mode: 0o600 });
    await writeFile(files.movements, movementsCsv(books), { mode: 0o600 });
    await writeFile(files.paper, await drawDocument(paperOf(books, days), books.now), { mode: 0o600 });
    const faults = currencies.flatMap((currency) => faultsIn(books, currency).map((fault) => `${currency} ${fault}`));
    return { books, files: Object.values(files), faults: [...faults, ...detailFaults] };
  });
}

const csvAmount = (minor: bigint): CsvCell => ({ minor });

function accountsCsv(books: Books): string {
  const rows = currencies.flatMap((currency) =>
    accountKinds.map((kind): readonly CsvCell[] => {
      const { opening, cameIn, wentOut, closing } = lineOf(books, currency, kind);
      return [currency, accountNames[kind], ...[opening, cameIn, wentOut, closing].map(csvAmount)];
    }),
  );
  return csvStart + [["Currency", "Account", "Opening", "In", "Out", "Closing"], ...rows].map(csvRow).join("");
}

function movementsCsv({ movements, beside }: Books): string {
  const head = ["Currency", "What", "From", "To", "Times", "Amount"];
  const rows = movements.map((line) => [
    line.currency,
    movementNames[line.what],
    accountNames[line.from],
    accountNames[line.to],
    line.times,
    { minor: line.minor },
  ]);
  const other = beside.map((line) => [
    line.currency,
    besideNames[line.what],
    "",
    "",
    line.times,
    { minor: line.minor },
  ]);
  return csvStart + [head, ...rows, ...other].map(csvRow).join("");
}

/** A line for each account, and whether they come to what all of them together do. */
async function writeDetails(tx: Tx, days: Days, books: Books, file: string): Promise<readonly string[]> {
  const closings = new Map<string, bigint>();
  const read = async (after: string | undefined) => {
    const { rows, next } = await readDetails(tx, days, after, chunk);
    for (const { kind, currency, closing } of rows) {
      const key = `${currency} ${kind}`;
      closings.set(key, (closings.get(key) ?? 0n) + closing);
    }
    const lines = rows.map((row) => [
      row.id,
      accountNames[row.kind],
      row.currency,
      ...[row.opening, row.cameIn, row.wentOut, row.closing].map(csvAmount),
    ]);
    return { rows: lines, next };
  };
  const head = ["Account", "Kind", "Currency", "Opening", "In", "Out", "Closing"];
  await writeFile(file, csvOf(head, read), { mode: 0o600 });
  return currencies.flatMap((currency) =>
    accountKinds.flatMap((kind) =>
      (closings.get(`${currency} ${kind}`) ?? 0n) === lineOf(books, currency, kind).closing
        ? []
        : [`${currency} ${kind}: its accounts one by one come to something else`],
    ),
  );
}
