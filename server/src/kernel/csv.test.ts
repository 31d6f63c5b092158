import { once } from "node:events";
import { Readable } from "node:stream";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readCsv } from "./testing/read-csv.ts";
import { csvCell, csvOf, csvRow, csvStart, csvTime } from "./csv.ts";

test.each([
  "=1+1",
  "+2",
  "-3",
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
])("T-59 %j is no formula in a table", (text) => {
  expect(csvCell(text).startsWith(`"'`)).toBe(true);
});
test("T-59 everything else stands as it is, quoted", () => {
  expect(["Ngọ́zi", "1-2", `say "so"`, "a,b"].map(csvCell)).toEqual([`"Ngọ́zi"`, `"1-2"`, `"say ""so"""`, `"a,b"`]);
});

/** What can stand before a formula, and what can begin one. */
const blanks = ["", " ", "   ", "\u00a0", "\u3000", "\n", "\ufeff", "\0", '"'];
const begins = ["=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠"];
const ends = ["1+1", `HYPERLINK("http://evil.example","x")`, "cmd|' /C calc'!A0"];
const payloads = blanks.flatMap((blank) => begins.flatMap((begin) => ends.map((end) => blank + begin + end)));

test("T-59 270 payloads, read again by a spreadsheet, are texts that begin none of its formulas, and lose nothing but NUL", () => {
  expect(payloads.length).toBeGreaterThanOrEqual(200);
  const rows = readCsv(csvStart + payloads.map((payload) => csvRow([payload, "next"])).join(""));
  expect(rows).toHaveLength(payloads.length);
  for (const [at, [cell = "", next]] of rows.entries()) {
    const payload = payloads[at]?.replaceAll("\0", "") ?? "";
    expect(next).toBe("next");
    expect(cell.replace(/^'/, "")).toBe(payload);
    expect(cell.normalize("NFKC").trimStart()).not.toMatch(/^[=+\-@\t\r]/);
  }
});

test("T-59 whatever a table holds comes back from it cell by cell", () => {
  const cell = fc.string({ unit: "binary", maxLength: 20 }).map((text) => text.replaceAll("\0", ""));
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 3 }), { maxLength: 5 }), (rows) => {
      const again = readCsv(csvStart + rows.map(csvRow).join(""));
      const kept = again.map((row, at) =>
        row.map((text, place) => (text === rows[at]?.[place] ? text : text.slice(1))),
      );
      expect(kept).toEqual(rows);
      for (const text of again.flat()) if (!rows.flat().includes(text)) expect(text[0]).toBe("'");
    }),
  );
});

test("a moment is written on the clock of Lagos", () => {
  expect(csvTime(new Date("2026-12-31T23:30:09.999Z"))).toBe("2027-01-01 00:30:09");
});

/** A list of so many rows, which counts how many were asked for. */
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

test("a table has its head, each chunk once and in order, and an end", async () => {
  const list = listOf(3);
  const text = (await Readable.from(csvOf(["Row"], list.chunk)).toArray()).join("");
  expect(readCsv(text).map(([cell]) => cell?.trim())).toEqual(["Row", "row 1", "row 2", "row 3"]);
  expect(
    readCsv(
      (await Readable.from(csvOf(["Row"], () => Promise.resolve({ rows: [], next: undefined }))).toArray()).join(""),
    ),
  ).toEqual([["Row"]]);
});

test("T-72 nothing more is read of a table that nobody takes, and nothing at all once the taker is gone", async () => {
  const list = listOf(1_000);
  const stream = Readable.from(csvOf(["Row"], list.chunk));
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
