import { formatCount } from "@idanimo/contract/date-format";
import { bulkBadLinesMax } from "@idanimo/contract/bulk";
import { fail, fillPlaceholders, ok, type Result } from "@idanimo/contract/problems";
import * as texts from "@idanimo/contract/texts";
import type { FileLine } from "./line-chunks.ts";
import { FileFault, readRows } from "./csv-rows.ts";
import { findNinColumn, type NinColumn, readNinLine } from "./nin-column.ts";

/** The result of reading a complete file. Only the first bad lines are listed. */
export type FileFacts = {
  readonly records: number;
  readonly bad: readonly { readonly line: number; readonly message: string }[];
  readonly badCount: number;
  /** Messages about skipped content. */
  readonly notes: readonly string[];
};
export type FileProblem = "bad_input" | "bulk_too_long" | "too_large";

/** Most lines with a duplicate that a note lists. */
const duplicatesListedMax = 20;
/** Lines stored together. */
const linesPerChunk = 5_000;
/** A line may be a row of results.csv with a complete record. */
const bytesPerLine = 512;
const minFileBytes = 64 * 1024;
/** Lines of a file for each permitted NIN: the others are empty. */
const maxLinesPerRecord = 10;

/** Size limit of a file with this many NINs, bytes. */
export const maxFileBytes = (mostLines: number) => Math.max(minFileBytes, mostLines * bytesPerLine);

/**
 * Reads a file line by line in constant memory: counts the lines with a value, reports bad ones, and stores the
 * good ones. A NIN that was there before is left out with a note [BULK-02 O-34 T-58].
 * @param most  NINs that a file may have
 * @param field name of the file in a problem
 * @param storeLines  stores some lines, in order
 */
export async function checkFile(
  bytes: AsyncIterable<unknown>,
  most: number,
  field: string,
  storeLines: (lines: readonly FileLine[]) => Promise<void> = () => Promise.resolve(),
): Promise<Result<FileFacts, FileProblem>> {
  const seen = new Set<string>();
  const bad: { line: number; message: string }[] = [];
  const good: FileLine[] = [];
  let [line, records, badCount] = [0, 0, 0];
  const duplicates: number[] = [];
  let [headingLine, hasOthers, duplicateCount] = [0, false, 0];
  let column: NinColumn | undefined;
  let labelHeadings: readonly string[] = [];

  const addBad = (message: string) => {
    badCount += 1;
    if (bad.length < bulkBadLinesMax) bad.push({ line, message });
  };
  const onRow = (row: readonly string[]) => {
    line += 1;
    if (line > most * maxLinesPerRecord) throw new FileFault("too_long");
    if (line === 1 && /^"?sep=/i.test(row[0] ?? "")) return;
    const reading = readNinLine(row, column ?? { kind: "only" });
    if (reading.kind === "empty") return;
    if (!column) {
      const named = findNinColumn(row);
      column = named ?? { kind: "only" };
      if (named) {
        headingLine = line;
        labelHeadings = named.kind === "only" ? [] : named.labelsAt.map((at) => row[at]?.trim() ?? "");
        return;
      }
    }
    if (records + duplicateCount >= most) throw new FileFault("too_long");
    if (reading.kind === "bad") {
      records += 1;
      return addBad(reading.message);
    }
    const { nin, label } = reading;
    hasOthers ||= reading.hasOthers;
    const seenBefore = seen.size;
    if (seen.add(nin).size === seenBefore) {
      duplicateCount += 1;
      if (duplicates.length < duplicatesListedMax) duplicates.push(line);
      return;
    }
    records += 1;
    good.push({ line, nin, ...(label !== undefined && { label }) });
  };

  const onChunk = async () => {
    while (good.length >= linesPerChunk) await storeLines(good.splice(0, linesPerChunk));
  };

  try {
    await readRows(bytes, maxFileBytes(most), { onRow, onChunk });
    if (good.length > 0) await storeLines(good);
  } catch (error) {
    return fileProblemOf(error, most, field);
  }
  if (records === 0) return fail("bad_input", {}, { fields: { [field]: texts.csvEmpty } });
  const notes = [
    ...(headingLine > 0 ? [fillPlaceholders(texts.csvHeadingSkipped, { line: String(headingLine) })] : []),
    ...(labelHeadings.length > 0
      ? [fillPlaceholders(texts.csvLabelsRead, { columns: listFormat.format(labelHeadings) })]
      : []),
    ...(hasOthers ? [texts.csvOtherColumnsIgnored] : []),
    ...(duplicateCount > 0 ? [duplicatesNote(duplicates, duplicateCount)] : []),
  ];
  return ok({ records, bad, badCount, notes });
}

const listFormat = new Intl.ListFormat("en-GB");

/** Names the lines that were left out, as far as they are listed: `2 lines were there before ...: 3, 7`. */
function duplicatesNote(lines: readonly number[], count: number): string {
  const more = count > lines.length ? ` and ${formatCount(count - lines.length)} more` : "";
  return fillPlaceholders(count === 1 ? texts.csvDuplicateSkipped : texts.csvDuplicatesSkipped, {
    count: count === 1 ? "1 NIN" : `${formatCount(count)} NINs`,
    lines: `${count === 1 ? "line" : "lines"} ${lines.join(", ")}${more}`,
  });
}

/** User-facing messages for unreadable files. */
const faultMessages = {
  other_kind: texts.csvRequired,
  unreadable: texts.csvUnreadable,
  quote_open: texts.csvQuoteOpen,
  line_long: texts.csvLineTooLong,
  column_unknown: texts.csvColumnUnknown,
  column_twice: texts.csvDuplicateColumn,
} as const satisfies Partial<Record<FileFault["why"], string>>;

function fileProblemOf(error: unknown, most: number, field: string): Result<never, FileProblem> {
  // a broken connection is an unreadable file; every other error is a server error
  const fault = isBrokenConnection(error) ? new FileFault("unreadable") : error;
  if (!(fault instanceof FileFault)) throw error;
  if (fault.why === "too_large") return fail("too_large", {});
  if (fault.why === "too_long") return fail("bulk_too_long", { most: formatCount(most) });
  const message = fillPlaceholders(faultMessages[fault.why], { line: String(fault.line) });
  return fail("bad_input", {}, { fields: { [field]: message } });
}

const isBrokenConnection = (error: unknown) =>
  error instanceof Error &&
  "code" in error &&
  (error.code === "ECONNRESET" || error.code === "ERR_STREAM_PREMATURE_CLOSE");
