import { Readable } from "node:stream";
import * as texts from "@idanimo/contract/texts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkFile, maxFileBytes } from "./check-file.ts";
import { decodeLines, encodeLines, type FileLine } from "./line-chunks.ts";

const one = "20000000001";
const two = "20000000002";
type Part = string | Buffer;
const bytesOf = (parts: readonly Part[]) => Readable.from(parts.map((part) => Buffer.from(part)));
const check = (parts: readonly Part[], most = 1_000) => checkFile(bytesOf(parts), most, "file");
const bad = (...lines: readonly number[]) => lines.map((line) => ({ line, message: texts.ninLength }));

/** Returns the NINs of a file by line; throws for a rejected file. */
async function ninsOf(parts: readonly Part[]): Promise<readonly FileLine[]> {
  const storedLines: FileLine[] = [];
  const checked = await checkFile(bytesOf(parts), 1_000, "file", async (lines) => void storedLines.push(...lines));
  if (!checked.ok) throw new Error(JSON.stringify(checked.problem));
  expect(checked.value.bad).toEqual([]);
  return storedLines;
}

/** Big-endian UTF-16 with its byte order mark, as Excel for Mac writes it. */
const utf16be = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le").swap16();
const utf16le = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");

describe("checkFile with files from spreadsheets", () => {
  test.each<[string, readonly Part[]]>([
    ["one number on each line", [`${one}\n${two}\n`]],
    ["no line end after the last line", [`${one}\n${two}`]],
    ["CRLF line ends, split between two packets", [`${one}\r`, `\n${two}\r\n`]],
    ["CR line ends", [`${one}\r${two}`]],
    ["a byte order mark, quotes and blanks around", [`\ufeff"${one}"\r\n  ${two} \r\n`]],
    ["blanks around quotes", [` "${one}" \r\n"${two}"  \r\n`]],
    ["a number split between two packets", [one.slice(0, 4), one.slice(4), "\n", two]],
    ["single bytes", [...`\ufeff"${one}",\r\n${two},\r\n`].map((letter) => Buffer.from(letter))],
    ["an empty second column", [`${one},\n${two},\n`]],
    ["an empty first column, and a line of commas alone", [`,${one},\n,,\n,${two},\n`]],
    ["semicolons", [`${one};\r\n${two};\r\n`]],
    ["an empty second column from the second line on", [`${one}\n${two};\n`]],
    ["no-break spaces around and inside", [`\u00a0${one}\u00a0\n200\u00a00000\u00a00002\n`]],
    ["no-break spaces in Windows-1252", [Buffer.from([0xa0]), one, Buffer.from([0xa0, 0x0a]), two]],
    ["zero-width characters", [`\u200b${one}\n${two}\u200e\n`]],
    ["a first line `sep=;`", [`sep=;\r\n${one};\r\n${two};\r\n`]],
    ["a first line `sep=` with a tab", [`"sep=\t"\r\n${one}\t\r\n${two}\t\r\n`]],
    ["a last line with Ctrl-Z", [`${one}\r\n${two}\r\n\u001a`]],
    ["Ctrl-Z after the last number", [`${one}\r\n${two}\u001a`]],
    ["UTF-16LE with tabs", [utf16le(`${one}\t\r\n${two}\t\r\n`)]],
    ["UTF-16BE with tabs", [utf16be(`${one}\t\r\n${two}\t\r\n`)]],
    ["UTF-16LE without a byte order mark", [Buffer.from(`${one}\r\n${two}`, "utf16le")]],
    [
      "UTF-16LE, split inside a character",
      [utf16le(one).subarray(0, 9), utf16le(one).subarray(9), utf16le("\n").subarray(2), utf16le(two).subarray(2)],
    ],
    ["the text form of our own exports", [`"=""${one}"""\r\n="${two}"\r\n`]],
    ["an apostrophe that marks text", [`'${one}\n'${two}\n`]],
    ["groups of digits, as our screens show them", [`200 0000 0001\n200-0000-0002\n`]],
    ["thousands separators and decimal places", [`"20,000,000,001"\n${two}.00\n`]],
    ["names beside the number", [`${one},Ada Obi\n${two},"Bello, Musa"\n`]],
  ])("accepts %s [T-58 BULK-02]", async (_what, parts) => {
    expect((await ninsOf(parts)).map(({ nin }) => nin)).toEqual([one, two]);
  });

  test("keeps a zero at the start of a NIN [T-58]", async () => {
    expect(await ninsOf([`00000000001\n"09999999999"`])).toEqual([
      { line: 1, nin: "00000000001" },
      { line: 2, nin: "09999999999" },
    ]);
  });

  test("does not count lines without a value [BULK-02]", async () => {
    const checked = await check([`\n\n${one}\n   \n,,\n\u00a0\n${two}\n\n\u001a`]);
    expect(checked).toMatchObject({ value: { records: 2, badCount: 0 } });
  });
});

describe("checkFile with a heading", () => {
  const skipped = "Line 1 is a heading, so we skipped it.";
  const columnRead = "We read the NIN column and ignored the others.";
  test.each<[string, readonly Part[], readonly string[]]>([
    ["a heading", [`nin\n${one}`], [skipped]],
    ["a heading that names the number of digits", [`NIN (11 digits)\r\n${one}`], [skipped]],
    ["a heading in UTF-16 with tabs", [utf16le(`Name\tNIN\r\nAda\t${one}\r\n`)], [skipped, columnRead]],
    [
      "a heading of another language's spreadsheet",
      [`"Nom, prénom";NIN\r\nObi, Ada;${one}\r\n`],
      [skipped, columnRead],
    ],
    ["a phone number beside the NIN", [`Phone,NIN\n08031234567,${one}\n`], [skipped, columnRead]],
    ["a second column whose name contains NIN", [`NIN,NIN status\n${one},20000000003\n`], [skipped, columnRead]],
    ["National ID number", [`Branch no,National ID number\n20000000004,${one}\n`], [skipped, columnRead]],
    [
      "a column of staff",
      [`Staff no,NIN\nEMP-1,${one}\n`],
      [skipped, "We use Staff no as the private label of each line."],
    ],
    ["a heading after an empty line", [`\n\nNIN\n${one}\n`], ["Line 3 is a heading, so we skipped it."]],
    ["a name beside the number", [`${one},Ada`], [columnRead]],
    ["nothing but numbers", [one], []],
  ])("accepts %s [BULK-02 O-34]", async (_what, parts, notes) => {
    expect(await check(parts)).toEqual({ ok: true, value: { records: 1, bad: [], badCount: 0, notes } });
    expect((await ninsOf(parts)).map(({ nin }) => nin)).toEqual([one]);
  });

  test.each([
    ["several headings without NIN", `Name,Phone\nAda,08031234567\n`, texts.csvColumnUnknown],
    ["one heading that names another number", `Phone\n08031234567\n`, texts.csvColumnUnknown],
    ["two columns of NINs", `NIN,Next of kin NIN,NIN\n${one},${two},${one}\n`, texts.csvDuplicateColumn],
    ["a heading alone", "NIN\r\n", texts.csvEmpty],
  ])("rejects %s [BULK-02]", async (_what, text, message) => {
    expect(await check([text])).toMatchObject({ ok: false, problem: { code: "bad_input", fields: { file: message } } });
  });
});

describe("checkFile with a bad line", () => {
  test.each<[string, string, number, readonly { line: number; message: string }[]]>([
    ["nine, twelve and full-width digits", `123\n${one}\n123456789012\n１２３４５６７８９０１`, 4, bad(1, 3, 4)],
    ["formulas", `=1+1\n@SUM(A1)\n-${one}`, 3, bad(1, 2, 3)],
    ["a line by its number in the file, empty lines included", `\n\n12\n\n13`, 2, bad(3, 5)],
    ["a letter in the first line", `2000000000x\n${one}`, 2, bad(1)],
    ["a zero that a spreadsheet removed", "2000000001", 1, [{ line: 1, message: texts.ninZeroLost }]],
    [
      "a number that a spreadsheet rounded",
      `"2,00E+10"\n2E+10`,
      2,
      [1, 2].map((line) => ({ line, message: texts.ninRounded })),
    ],
    ["two numbers", `${one},08031234567`, 1, [{ line: 1, message: texts.csvSeveralNumbers }]],
    ["a short NIN beside a phone number", "2000000001,08031234567", 1, [{ line: 1, message: texts.csvSeveralNumbers }]],
    ["no NIN in the column", `Name,NIN\nAda,\n`, 1, [{ line: 2, message: texts.csvNoNin }]],
    ["a masked number", `NIN\n*********01\n`, 1, [{ line: 2, message: texts.ninHidden }]],
  ])("names %s [T-58 O-34]", async (_what, text, records, wrong) => {
    expect(await check([text])).toMatchObject({ value: { records, bad: wrong, badCount: wrong.length } });
  });

  test.each<[string, string, string]>([
    ["one duplicate", `${one}\n${two}\n"${one}"\n`, "1 NIN was there before, so we left it out: line 3."],
    ["duplicates", `${one}\n${one}\n${two}\n${one}\n`, "2 NINs were there before, so we left them out: lines 2, 4."],
  ])("leaves out %s, with a note of the lines [O-34]", async (_what, text, note) => {
    expect(await check([text])).toMatchObject({ value: { records: 2, bad: [], badCount: 0, notes: [note] } });
    expect((await ninsOf([text])).map(({ nin }) => nin)).toEqual([one, two]);
  });

  test("lists the first twenty duplicates and counts the others", async () => {
    const checked = await check([`${one}\n`.repeat(26)]);
    expect(checked.ok && checked.value.notes[0]).toMatch(/^25 NINs .* lines 2, 3, .* 21 and 5 more\.$/);
  });

  test("names the first hundred bad lines and counts the others [T-58]", async () => {
    const checked = await check(["1\n".repeat(250)]);
    expect(checked.ok && [checked.value.bad.length, checked.value.badCount]).toEqual([100, 250]);
  });

  test.each([
    [
      "opens a quotation mark and never closes it",
      `${one}\n"${two}\n20000000003`,
      'Line 2 opens a quotation mark (") that is never closed.',
    ],
    ["is very long", `${one}\n${"1".repeat(20_000)}`, "Line 2 is too long."],
  ])("rejects a file with a line that %s [T-58]", async (_what, text, message) => {
    expect(await check([text])).toMatchObject({ problem: { code: "bad_input", fields: { file: message } } });
  });
});

describe("checkFile with our own exports", () => {
  const history = ["Date (Lagos)", "Type", "Parameter", "Value", "Consent", "Status", "Action"].join(",");
  const row = (parameter: string, value: string) =>
    `2026-11-25 10:00:00,Person,${parameter},${value},granted,granted,View Result`;

  // the second column name is of files that were downloaded before November 2026
  test.each(["Not shared", "Left out by the person"])("accepts results.csv with %s [BULK-02 T-59]", async (column) => {
    const head = `\ufeffLine,NIN,State,Outcome,${column},phone,residenceAddress`;
    const rows = [
      `1,"=""${one}""",View Result,DELIVERED,,"=""08031234567""","1, Marina\nLagos"`,
      `2,${two},Refunded,MINOR,,,`,
    ];
    expect((await ninsOf([[head, ...rows].join("\r\n")])).map(({ nin }) => nin)).toEqual([one, two]);
  });

  test("accepts the NIN rows of history.csv [BULK-02 T-59]", async () => {
    const file = [history, row("NIN", `"=""${one}"""`), row("NIN", two)].join("\r\n");
    expect((await ninsOf([file])).map(({ nin }) => nin)).toEqual([one, two]);
  });

  test("names the other rows of history.csv [BULK-02]", async () => {
    const file = [history, row("NIN", one), row("BVN", two), row("NIN", "*********03")].join("\n");
    expect(await check([file])).toMatchObject({
      value: {
        records: 3,
        bad: [
          { line: 3, message: texts.csvLineNotNin },
          { line: 4, message: texts.ninHidden },
        ],
      },
    });
  });
});

describe("checkFile with a file that is no list of NINs", () => {
  test.each([
    ["a workbook under another name", [Buffer.from("PK\u0003\u0004rest")], "Please select a CSV file."],
    ["an old workbook", [Buffer.from("d0cf11e0a1b11ae1", "hex")], "Please select a CSV file."],
    ["a workbook in small packets", ["P", "K\u0003", "\u0004rest"], "Please select a CSV file."],
    ["an empty file", [""], texts.csvEmpty],
    ["empty lines alone", ["\n \r\n"], texts.csvEmpty],
    ["a zero byte", [`${one}\n\0`], "Error reading the file."],
  ])("rejects %s [T-58 BULK-01 BULK-03]", async (_what, parts, message) => {
    expect(await check(parts)).toMatchObject({ ok: false, problem: { code: "bad_input", fields: { file: message } } });
  });

  test("rejects a file whose connection breaks, but rethrows server errors [T-58]", async () => {
    const failing = (error: Error) =>
      checkFile(
        (async function* () {
          yield Buffer.from(`${one}\n`);
          throw error;
        })(),
        10,
        "file",
      );
    const reset = Object.assign(new Error("aborted"), { code: "ECONNRESET" });
    expect(await failing(reset)).toMatchObject({ problem: { fields: { file: "Error reading the file." } } });
    await expect(failing(new Error("server error"))).rejects.toThrow("server error");
    const full = checkFile(bytesOf([one]), 10, "file", () => Promise.reject(new Error("disk full")));
    await expect(full).rejects.toThrow("disk full");
  });

  test("accepts as many lines and bytes as allowed, and no more [T-58]", async () => {
    const lines = (count: number) =>
      Array.from({ length: count }, (_one, at) => String(20_000_000_000 + at)).join("\n");
    expect(await check([lines(7)], 7)).toMatchObject({ value: { records: 7 } });
    expect(await check([lines(8)], 7)).toMatchObject({ problem: { code: "bulk_too_long", facts: { most: "7" } } });
    expect(await check(["\n".repeat(80)], 7)).toMatchObject({ problem: { code: "bulk_too_long" } });
    const blanks = Buffer.alloc(maxFileBytes(7) + 1, " ");
    expect(await check([blanks], 7)).toMatchObject({ problem: { code: "too_large" } });
  });

  test("returns a result for any bytes and never throws [T-58]", async () => {
    const part = fc.oneof(
      fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
      fc
        .constantFrom(one, "\r\n", "\n", '"', ",", ";", "\t", "sep=;", "NIN", "\ufeff", "=")
        .map((text) => Buffer.from(text)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 12 }), async (parts) => {
        const checked = await check(parts);
        expect(checked.ok || checked.problem.code).toBeTruthy();
      }),
      { numRuns: 300 },
    );
  });
});

describe("checkFile storing lines", () => {
  const numbers = (count: number) => Array.from({ length: count }, (_one, at) => String(20_000_000_000 + at));

  test("stores valid lines in order, also after an invalid one [T-58]", async () => {
    const storedLines: FileLine[] = [];
    const keep = async (lines: readonly FileLine[]) => void storedLines.push(...lines);
    await checkFile(bytesOf([numbers(10_100).join("\n\n")]), 20_000, "file", keep);
    expect(storedLines.map(({ line }) => line)).toEqual(Array.from({ length: 10_100 }, (_one, at) => at * 2 + 1));
    expect(storedLines.map(({ nin }) => nin)).toEqual(numbers(10_100));
    storedLines.length = 0;
    await checkFile(bytesOf([["1", ...numbers(10_100)].join("\n")]), 20_000, "file", keep);
    expect(storedLines.map(({ line }) => line)).toEqual(Array.from({ length: 10_100 }, (_line, at) => at + 2));
  });

  test("stores at most 5,000 lines at once [T-58]", async () => {
    const sizes: number[] = [];
    const keep = async (lines: readonly FileLine[]) => void sizes.push(lines.length);
    await checkFile(bytesOf([numbers(10_100).join("\n")]), 20_000, "file", keep);
    expect(sizes).toEqual([5_000, 5_000, 100]);
  });

  test("stores a line in 12 bytes and reads it again [T-58]", () => {
    const lines = [
      { line: 1, nin: "00000000000" },
      { line: 4_294_967_295, nin: "99999999999" },
    ];
    expect(encodeLines(lines)).toHaveLength(24);
    expect(decodeLines(encodeLines(lines))).toEqual(lines);
  });
});
