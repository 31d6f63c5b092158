import { once } from "node:events";
import { Readable } from "node:stream";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseCsv, displayedCell } from "./testing/parse-csv.ts";
import { type CsvCell, csvCell, streamCsv, csvRow, csvByteOrderMark } from "./csv.ts";

test.each([
  "=1+1",
  "-1+A1",
  "@SUM(A1)",
  "\t=1",
  "\t",
  "\rx",
  "\r=1",
  "  =1",
  "\u00a0=1",
  "＝1",
  "＋1",
  "－1",
  "＠A",
  "\u3000=1",
  "\0=1",
  " \0 -1",
])("quotes %j as text, not as a formula [T-59]", (text) => {
  expect(csvCell(text).startsWith(`"'`)).toBe(true);
});

describe("csvCell", () => {
  test.each<[string, CsvCell, string]>([
    ["a NIN with a zero at the start", "01234567890", `"=""01234567890"""`],
    ["a number with more digits than a spreadsheet keeps", "12345678901234567890", `"=""12345678901234567890"""`],
    ["a phone number", "+2348035551122", `"=""+2348035551122"""`],
    ["a phone number in groups", "0803 555 1122", `"=""0803 555 1122"""`],
    ["a negative number that is a text", "-3", `"=""-3"""`],
    ["a registration number with an exponent", "12E5", `"=""12E5"""`],
    ["a date of a record", "04-05-1990", `"=""04-05-1990"""`],
    ["a plate that reads as a month", "MAR2024", `"=""MAR2024"""`],
    ["a transaction", "EA12345678901234", `"EA12345678901234"`],
    ["an id of digits", "00000000-0000-4000-8000-000000000101", `"00000000-0000-4000-8000-000000000101"`],
    ["a VIN", "1M8GDM9AXKP042788", `"1M8GDM9AXKP042788"`],
    ["a masked number", "*********08", `"*********08"`],
    ["a name with a date in it", "12 March Road", `"12 March Road"`],
    ["an amount", { minor: -10_000_000n }, "-100000"],
    ["an amount with kobo", { minor: 1_50n }, "1.50"],
    ["a count", 12, "12"],
    ["a time", new Date("2026-12-31T23:30:09.999Z"), "2027-01-01 00:30:09"],
    ["an empty text", "", `""`],
  ])("writes %s [T-59]", (_what, cell, written) => {
    expect(csvCell(cell)).toBe(written);
  });
});

test("leaves other text unchanged in quotes [T-59]", () => {
  expect(["Ngọ́zi", "1-a", `say "so"`, "a,b"].map(csvCell)).toEqual([`"Ngọ́zi"`, `"1-a"`, `"say ""so"""`, `"a,b"`]);
});

/** Characters before a formula, and characters that start one. */
const blanks = ["", " ", "   ", "\u00a0", "\u3000", "\n", "\ufeff", "\0", '"'];
const begins = ["=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠"];
const ends = ["1+1", `HYPERLINK("http://evil.example","x")`, "cmd|' /C calc'!A0"];
const payloads = blanks.flatMap((blank) => begins.flatMap((begin) => ends.map((end) => blank + begin + end)));

test("a spreadsheet reads 270 payloads as text, without a change except for NUL [T-59]", () => {
  expect(payloads.length).toBeGreaterThanOrEqual(200);
  const rows = parseCsv(csvByteOrderMark + payloads.map((payload) => csvRow([payload, "next"])).join(""));
  expect(rows).toHaveLength(payloads.length);
  for (const [at, [cell = "", next]] of rows.entries()) {
    const payload = payloads[at]?.replaceAll("\0", "") ?? "";
    expect(next).toBe("next");
    expect(displayedCell(cell)).toBe(payload);
    expect(cell.normalize("NFKC").trimStart()).not.toMatch(/^(?!="[\w +.,:/()-]+"$)[=+\-@\t\r]/);
  }
});

test("every table is read back cell by cell [T-59]", () => {
  const cell = fc.string({ unit: "binary", maxLength: 20 }).map((text) => text.replaceAll("\0", ""));
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 3 }), { maxLength: 5 }), (rows) => {
      const again = parseCsv(csvByteOrderMark + rows.map(csvRow).join(""));
      expect(again.map((row) => row.map(displayedCell))).toEqual(rows.map((row) => row.map(displayedCell)));
      for (const [at, row] of again.entries())
        for (const [position, text] of row.entries())
          if (text !== rows[at]?.[position]) expect(text).toMatch(/^(?:'|="[\w +.,:/()-]+"$)/);
    }),
  );
});

/** A list of so many rows that counts its reads. */
const listOf = (count: number) => {
  const list = {
    read: 0,
    chunk: (after: number | undefined) => {
      list.read += 1;
      const next = (after ?? 0) + 1;
      return Promise.resolve({ rows: [[`row ${next}`.padEnd(20_000)]], next: next < count ? next : undefined });
    },
  };
  return list;
};

test("a table has its header, each chunk once and in order, and an end", async () => {
  const list = listOf(3);
  const text = (await Readable.from(streamCsv(["Row"], list.chunk)).toArray()).join("");
  expect(parseCsv(text).map(([cell]) => cell?.trim())).toEqual(["Row", "row 1", "row 2", "row 3"]);
  expect(
    parseCsv(
      (await Readable.from(streamCsv(["Row"], () => Promise.resolve({ rows: [], next: undefined }))).toArray()).join(
        "",
      ),
    ),
  ).toEqual([["Row"]]);
});

test("reads no more chunks without a reader, and stops when it leaves [T-72]", async () => {
  const list = listOf(1_000);
  const stream = Readable.from(streamCsv(["Row"], list.chunk));
  for (let taken = 0; taken < 5; taken += 1) {
    await once(stream, "readable");
    stream.read();
  }
  const soFar = list.read;
  expect(soFar).toBeLessThan(12);
  stream.destroy();
  await once(stream, "close");
  expect(list.read - soFar).toBeLessThanOrEqual(1);
});
