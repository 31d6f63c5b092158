import { CsvError, parse as createCsvParser } from "csv-parse";

/** Why a file cannot be read. `line` counts from 1. */
export class FileFault extends Error {
  readonly why:
    | "too_large"
    | "too_long"
    | "other_kind"
    | "unreadable"
    | "quote_open"
    | "line_long"
    | "column_unknown"
    | "column_twice";
  readonly line: number | undefined;

  constructor(why: FileFault["why"], line?: number) {
    super(why);
    this.why = why;
    this.line = line;
  }
}

/** Bytes needed to recognise a workbook or the text encoding. */
const bytesToDetect = 4;
/** Zip archives, which include xlsx and ods, and the older xls. */
const workbookSignatures = [Buffer.from("PK\u0003\u0004"), Buffer.from([0xd0, 0xcf, 0x11, 0xe0])];
/** Longest row, bytes. A row of results.csv has a complete record. */
const maxRowBytes = 16 * 1024;
const delimiters = [",", ";", "\t"];

/** UTF-16 has a byte order mark, or a zero byte beside the first character. */
function encodingOf([first, second]: Buffer): string {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== undefined && second !== 0)) return "utf-16be";
  return "utf-8";
}

/**
 * Creates a decoder from the first bytes of a file. Invalid UTF-8 is decoded as Windows-1252, which older
 * spreadsheets write.
 */
function createDecoder(start: Buffer): (chunk?: Buffer) => string {
  let decoder = new TextDecoder(encodingOf(start), { fatal: true });
  return (chunk) => {
    const options = { stream: chunk !== undefined };
    try {
      return decoder.decode(chunk, options);
    } catch (error) {
      if (!(error instanceof TypeError) || decoder.encoding !== "utf-8") throw new FileFault("unreadable");
      decoder = new TextDecoder("windows-1252");
      return decoder.decode(chunk, options);
    }
  };
}

/** Decodes a file chunk by chunk. */
async function* readText(bytes: AsyncIterable<unknown>, mostBytes: number): AsyncGenerator<string> {
  let total = 0;
  let start = Buffer.alloc(0);
  let decode: ReturnType<typeof createDecoder> | undefined;
  const begin = () => {
    if (workbookSignatures.some((mark) => start.subarray(0, mark.length).equals(mark)))
      throw new FileFault("other_kind");
    decode = createDecoder(start);
    return decode(start);
  };
  for await (const chunk of bytes) {
    if (!Buffer.isBuffer(chunk)) throw new FileFault("unreadable");
    total += chunk.length;
    if (total > mostBytes) throw new FileFault("too_large");
    if (decode) yield decode(chunk);
    else {
      start = Buffer.concat([start, chunk]);
      if (start.length >= bytesToDetect) yield begin();
    }
  }
  yield decode ? decode() : begin();
}

/** Detects the delimiter from the first line that is not empty; all three if that line has one column. */
function delimiterOf(text: string): string | string[] {
  const declared = /^\s*"?sep=(.)/i.exec(text)?.[1];
  if (declared !== undefined) return declared;
  const line = /\S[^\r\n]*/.exec(text)?.[0].replaceAll(/"[^"]*"/g, "") ?? "";
  const counts = delimiters.map((delimiter) => line.split(delimiter).length - 1);
  const most = Math.max(...counts);
  return most === 0 ? delimiters : (delimiters[counts.indexOf(most)] ?? delimiters);
}

/** Whether a text has a complete first line that is not empty. */
const hasFirstLine = (text: string) => /\S[^\r\n]*[\r\n]/.test(text);

/**
 * Reads a CSV file row by row, as spreadsheets write it: UTF-8, UTF-16 or Windows-1252; commas, semicolons or tabs;
 * any line ending. Empty rows are passed on too, so the position of a row is its line number.
 * @param onRow   receives each row
 * @param onChunk runs after the rows of each chunk of bytes; reading waits for it
 * @throws {FileFault} for a file that cannot be read
 */
export async function readRows(
  bytes: AsyncIterable<unknown>,
  mostBytes: number,
  { onRow, onChunk }: { readonly onRow: (row: readonly string[]) => void; readonly onChunk: () => Promise<void> },
): Promise<void> {
  let line = 0;
  let parse: ReturnType<typeof createParser> | undefined;
  const passOn = (row: readonly string[]) => {
    line += 1;
    onRow(row);
  };
  const write = async (text: string | undefined) => {
    parse ??= createParser(delimiterOf(text ?? ""), passOn);
    try {
      await parse(text);
    } catch (error) {
      throw error instanceof CsvError ? faultOf(error, line + 1) : error;
    }
    await onChunk();
  };
  let pendingText = "";
  for await (const text of readText(bytes, mostBytes)) {
    if (text.includes("\0")) throw new FileFault("unreadable");
    pendingText += text;
    if (!parse && isSingleColumn(pendingText)) {
      const lines = pendingText.split(lineEnd);
      pendingText = lines.pop() ?? "";
      for (const one of lines) passOn([one]);
      await onChunk();
      continue;
    }
    if (!parse && !hasFirstLine(pendingText) && pendingText.length < maxRowBytes) continue;
    await write(pendingText);
    pendingText = "";
  }
  await write(pendingText);
  await write(undefined);
}

/** Lines of digits and blanks: most files have nothing else, and need no parser to be split. */
const isSingleColumn = (text: string) => text.includes("\n") && !/[^\d \r\n]|\r(?!\n|$)/.test(text);
const lineEnd = /\r?\n/;

const faultOf = ({ code }: CsvError, line: number) =>
  new FileFault(
    code === "CSV_QUOTE_NOT_CLOSED" ? "quote_open" : code === "CSV_MAX_RECORD_SIZE" ? "line_long" : "unreadable",
    line,
  );

/** Creates a parser that takes text, or undefined at the end, and resolves after passing on its rows. */
function createParser(delimiter: string | string[], onRow: (row: readonly string[]) => void) {
  const parser = createCsvParser({
    delimiter,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: maxRowBytes,
    on_record: (row) => {
      onRow(row);
      return null; // already passed on, so the stream buffers nothing
    },
  });
  parser.on("error", () => undefined); // the callbacks below report errors
  return (text: string | undefined) =>
    new Promise<void>((resolve, reject) => {
      const done = (error?: Error | null) => (error ? reject(error) : resolve());
      if (text === undefined) parser.end(done);
      else parser.write(text, done);
    });
}
