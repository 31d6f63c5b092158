import { bulkBadLinesShown } from "@idanimo/contract/bulk";
import { ninLength } from "@idanimo/contract/limits";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import * as texts from "@idanimo/contract/texts";
import { LineScanner } from "./line-scanner.ts";
import { PackedLines } from "./packed-lines.ts";
import { NumberSet } from "./number-set.ts";

/** What a look at a whole file tells. Only the first bad lines are named. */
export type FileFacts = {
  readonly records: number;
  readonly bad: readonly { readonly line: number; readonly message: string }[];
  readonly badCount: number;
};
export type FileRefusal = "bad_input" | "bulk_too_long" | "too_large";

/** Lines that are handed on together. */
const linesAtOnce = 5_000;
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

const refuseOtherKinds = (start: Buffer) => {
  if (start.subarray(0, archive.length).equals(archive)) throw new FileFault("other_kind");
};

/** A quote is no more than a sign around a number, so that no line swallows the next one. */
const unquoted = (text: string) => (text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1).trim() : text);
const isNin = new RegExp(`^[0-9]{${ninLength}}$`);
const [zero, nine] = [48, 57];

/** The NIN that some bytes are, as a number; undefined where it takes more than digits to tell. Makes no text. */
function plainNin(bytes: Buffer, from: number, to: number): number | undefined {
  if (to - from !== ninLength) return undefined;
  let nin = 0;
  for (let at = from; at < to; at += 1) {
    const digit = bytes[at] ?? 0;
    if (digit < zero || digit > nine) return undefined;
    nin = nin * 10 + digit - zero;
  }
  return nin;
}

/** What stands in a line that is not plain: a NIN with something around it, nothing, or what is bad. */
function ninIn(text: string): number | "nothing" | "bad" {
  const trimmed = text.trim();
  if (trimmed === "") return "nothing";
  const nin = unquoted(trimmed);
  return isNin.test(nin) ? Number(nin) : "bad";
}

/**
 * Reads a file line by line, in memory that does not grow with it: counts the lines, names the bad ones, and hands the good ones
 * on while none was bad. Lines without anything in them are not counted. Source: BULK-02, O-34, T-58.
 * @param most  lines that a file may have
 * @param field what a refusal calls the file
 * @param keep  takes some lines after the other, packed; the bytes are good until it is done
 */
export async function checkFile(
  bytes: AsyncIterable<unknown>,
  most: number,
  field: string,
  keep: (packed: Buffer) => Promise<void> = () => Promise.resolve(),
): Promise<Result<FileFacts, FileRefusal>> {
  const seen = new NumberSet(most);
  const bad: { line: number; message: string }[] = [];
  let [records, badCount, total] = [0, 0, 0];
  const lines = new PackedLines(linesAtOnce);
  const take = (line: number, nin: number | "bad") => {
    records += 1;
    if (records > most) throw new FileFault("too_long");
    const message = nin === "bad" ? texts.ninLength : seen.add(nin) ? undefined : texts.csvLineTwice;
    if (message !== undefined) {
      badCount += 1;
      if (bad.length < bulkBadLinesShown) bad.push({ line, message });
    }
    if (badCount === 0 && nin !== "bad") lines.add(line, nin);
  };
  const scanner = new LineScanner(longestLine);
  const takeAll = async () => {
    while (scanner.next()) {
      const { bytes: within, from, to, line } = scanner;
      const nin = plainNin(within, from, to) ?? ninIn(within.toString("latin1", from, to));
      if (nin !== "nothing") take(line, nin);
      if (lines.isFull) await keep(lines.take());
    }
  };
  try {
    for await (const chunk of bytes) {
      if (!Buffer.isBuffer(chunk)) throw new FileFault("unreadable");
      if (total === 0) refuseOtherKinds(chunk);
      total += chunk.length;
      if (total > mostBytes(most)) throw new FileFault("too_large");
      if (chunk.includes(0)) throw new FileFault("unreadable");
      scanner.push(chunk);
      await takeAll();
      if (scanner.isTooLong) throw new FileFault("unreadable");
    }
    scanner.end();
    await takeAll();
    if (badCount === 0 && !lines.isEmpty) await keep(lines.take());
  } catch (error) {
    return refusalOf(error, most, field);
  }
  if (records === 0) return fail("bad_input", {}, { fields: { [field]: texts.csvRequired } });
  return ok({ records, bad, badCount });
}

function refusalOf(error: unknown, most: number, field: string): Result<never, FileRefusal> {
  const why = error instanceof FileFault ? error.why : undefined;
  if (why === "too_large") return fail("too_large", {});
  if (why === "too_long") return fail("bulk_too_long", { most: most.toLocaleString("en") });
  // a connection that breaks off is a file nobody can read to its end; anything else is a fault of ours
  const isTheirs = why !== undefined || isBrokenOff(error);
  if (!isTheirs) throw error;
  return fail("bad_input", {}, { fields: { [field]: why === "other_kind" ? texts.csvRequired : texts.csvUnreadable } });
}

const isBrokenOff = (error: unknown) =>
  error instanceof Error &&
  "code" in error &&
  (error.code === "ECONNRESET" || error.code === "ERR_STREAM_PREMATURE_CLOSE");
