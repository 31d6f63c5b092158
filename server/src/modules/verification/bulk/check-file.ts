import { pipeline, Readable } from "node:stream";
import { bulkBadLinesShown } from "@idanimo/contract/bulk";
import { searchNin } from "@idanimo/contract/fields";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import * as texts from "@idanimo/contract/texts";
import { CsvError, type InfoRecord, parse } from "csv-parse";
import { NumberSet } from "./number-set.ts";

/** One line of a file that can be asked: its number in the file, from 1, and the NIN in it. */
export type FileLine = { readonly line: number; readonly nin: string };
/** What a look at a whole file tells. Only the first bad lines are named. */
export type FileFacts = {
  readonly records: number;
  readonly bad: readonly { readonly line: number; readonly message: string }[];
  readonly badCount: number;
};
export type FileRefusal = "bad_input" | "bulk_too_long" | "too_large";

/** Lines that are handed on together. */
const linesAtOnce = 500;
/** A line holds eleven digits, its end, and whatever a spreadsheet puts around them. */
const bytesALine = 64;
const leastBytes = 64 * 1024;
const longestLine = 1_000;
/** How archives begin, and with them the workbooks of a spreadsheet. */
const archive = Buffer.from("PK\u0003\u0004");

/** Bytes of the largest file that so many lines may come in. */
export const mostBytes = (mostLines: number) => Math.max(leastBytes, mostLines * bytesALine);

class FileFault extends Error {
  readonly why: string;
  constructor(why: "too_large" | "too_long" | "other_kind" | "unreadable") {
    super(why);
    this.why = why;
  }
}

async function* withinBounds(bytes: AsyncIterable<unknown>, most: number): AsyncGenerator<Buffer> {
  let total = 0;
  for await (const chunk of bytes) {
    if (!Buffer.isBuffer(chunk)) throw new FileFault("unreadable");
    if (total === 0 && chunk.subarray(0, archive.length).equals(archive)) throw new FileFault("other_kind");
    total += chunk.length;
    if (total > most) throw new FileFault("too_large");
    if (chunk.includes(0)) throw new FileFault("unreadable");
    yield chunk;
  }
}

type Row = { readonly record: readonly string[]; readonly info: InfoRecord };

/** The lines in which something stands. A quote is no more than a sign around a number, so that no line swallows the next one. */
function rowsOf(bytes: AsyncIterable<unknown>, most: number): AsyncIterable<Row> {
  const rows = parse({
    bom: true,
    quote: null,
    escape: null,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    info: true,
    max_record_size: longestLine,
  });
  pipeline(Readable.from(withinBounds(bytes, most)), rows, () => undefined); // what breaks it is thrown to who reads the rows
  return rows;
}

const unquoted = (text: string) => /^"(.*)"$/.exec(text)?.[1]?.trim() ?? text;

/**
 * Reads a file line by line, in memory that does not grow with it: counts the lines, names the bad ones, and hands the good ones
 * on while none was bad. Lines without anything in them are not counted. Source: BULK-02, O-34, T-58.
 * @param most  lines that a file may have
 * @param field what a refusal calls the file
 * @param keep  takes some lines after the other
 */
export async function checkFile(
  bytes: AsyncIterable<unknown>,
  most: number,
  field: string,
  keep: (lines: readonly FileLine[]) => Promise<void> = () => Promise.resolve(),
): Promise<Result<FileFacts, FileRefusal>> {
  const seen = new NumberSet(most);
  const bad: { line: number; message: string }[] = [];
  let [records, badCount] = [0, 0];
  let lines: FileLine[] = [];
  try {
    for await (const { record, info } of rowsOf(bytes, mostBytes(most))) {
      records += 1;
      if (records > most) throw new FileFault("too_long");
      const nin = searchNin.safeParse(record.length === 1 ? unquoted(record[0] ?? "") : "");
      const message = !nin.success ? texts.ninLength : seen.add(Number(nin.data)) ? undefined : texts.csvLineTwice;
      if (message !== undefined) {
        badCount += 1;
        if (bad.length < bulkBadLinesShown) bad.push({ line: info.lines, message });
      }
      if (badCount > 0 || !nin.success) continue;
      lines.push({ line: info.lines, nin: nin.data });
      if (lines.length < linesAtOnce) continue;
      await keep(lines);
      lines = [];
    }
  } catch (error) {
    return refusalOf(error, most, field);
  }
  if (records === 0) return fail("bad_input", {}, { fields: { [field]: texts.csvRequired } });
  if (badCount === 0 && lines.length > 0) await keep(lines);
  return ok({ records, bad, badCount });
}

function refusalOf(error: unknown, most: number, field: string): Result<never, FileRefusal> {
  const why = error instanceof FileFault ? error.why : undefined;
  if (why === "too_large") return fail("too_large", {});
  if (why === "too_long") return fail("bulk_too_long", { most: most.toLocaleString("en") });
  // a connection that breaks off is a file nobody can read to its end; anything else is a fault of ours
  const isTheirs = why !== undefined || error instanceof CsvError || isBrokenOff(error);
  if (!isTheirs) throw error;
  return fail("bad_input", {}, { fields: { [field]: why === "other_kind" ? texts.csvRequired : texts.csvUnreadable } });
}

const isBrokenOff = (error: unknown) =>
  error instanceof Error &&
  "code" in error &&
  (error.code === "ECONNRESET" || error.code === "ERR_STREAM_PREMATURE_CLOSE");
