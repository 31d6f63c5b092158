import { Readable } from "node:stream";
import { ninLength } from "@idanimo/contract/texts";
import { expect, test } from "vitest";
import { checkFile, mostBytes } from "./check-file.ts";
import { type FileLine, unpackLines } from "./packed-lines.ts";
import { NumberSet } from "./number-set.ts";

const one = "20000000001";
const two = "20000000002";
const check = (parts: readonly (string | Buffer)[], most = 1_000) =>
  checkFile(Readable.from(parts.map((part) => Buffer.from(part))), most, "file");
const bad = (...lines: readonly number[]) => lines.map((line) => ({ line, message: ninLength }));

test.each([
  ["one a line", [`${one}\n${two}\n`], 2, []],
  ["no end of the last line", [`${one}\n${two}`], 2, []],
  ["Windows ends, cut apart in the middle", [`${one}\r`, `\n${two}\r\n`], 2, []],
  ["old Macintosh ends", [`${one}\r${two}`], 2, []],
  ["a byte order mark, quotes and blanks around", [`\ufeff"${one}"\r\n  ${two} \r\n`], 2, []],
  ["empty lines and lines of blanks between", [`\n\n${one}\n   \n${two}\n\n`], 2, []],
  ["a number cut apart by the network", [one.slice(0, 4), one.slice(4), "\n", two], 2, []],
  ["a header, which is a line like any other (O-34)", [`nin\n${one}`], 2, bad(1)],
  ["ten, twelve and full-width digits", [`1234567890\n${one}\n123456789012\n１２３４５６７８９０１`], 4, bad(1, 3, 4)],
  ["two columns, and a line that is only a comma", [`${one},Ada\n,\n`], 2, bad(1, 2)],
  ["a quote that never closes takes no other line with it", [`"${one}\n${two}`], 2, bad(1)],
  ["formula text", [`=1+1\n@SUM(A1)\n-${one}`], 3, bad(1, 2, 3)],
  ["numbers are of the file's own lines, empty ones counted", [`\n\nx\n\ny`], 2, bad(3, 5)],
])("T-58 BULK-02 %s", async (_what, parts, records, wrong) => {
  expect(await check(parts)).toEqual({ ok: true, value: { records, bad: wrong, badCount: wrong.length } });
});

test("T-58 a number that stands in the file before is named, and where", async () => {
  expect(await check([`${one}\n${two}\n"${one}"\n`])).toMatchObject({
    value: { badCount: 1, bad: [{ line: 3, message: "This NIN stands in the file before." }] },
  });
});

test.each([
  ["a workbook under another name", "BULK-01", [Buffer.from("PK\u0003\u0004rest")], "Please select a CSV file."],
  ["nothing at all", "BULK-01", [""], "Please select a CSV file."],
  ["empty lines alone", "BULK-01", ["\n \r\n"], "Please select a CSV file."],
  ["a zero byte", "BULK-03", [`${one}\n\0`], "Error reading the file."],
  ["UTF-16", "BULK-03", [Buffer.from(`\ufeff${one}\n`, "utf16le")], "Error reading the file."],
  ["a line without an end", "BULK-03", ["1".repeat(5_000)], "Error reading the file."],
])("T-58 %s is refused (%s)", async (_what, _law, parts, words) => {
  expect(await check(parts)).toMatchObject({ ok: false, problem: { code: "bad_input", fields: { file: words } } });
});

test("T-58 a file whose sender goes away in the middle is one nobody can read; a fault of ours is no fault of theirs", async () => {
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
  await expect(failing(new Error("ours"))).rejects.toThrow("ours");
  const full = checkFile(Readable.from([Buffer.from(one)]), 10, "file", () => Promise.reject(new Error("disk full")));
  await expect(full).rejects.toThrow("disk full");
});

test("T-58 as many lines as may be are taken, one more is not, nor more bytes than they need", async () => {
  const lines = (count: number) => Array.from({ length: count }, (_one, at) => String(20_000_000_000 + at)).join("\n");
  expect(await check([lines(7)], 7)).toMatchObject({ value: { records: 7 } });
  expect(await check([lines(8)], 7)).toMatchObject({ problem: { code: "bulk_too_long", facts: { most: "7" } } });
  const blanks = Buffer.alloc(mostBytes(7) + 1, "\n");
  expect(await check([blanks], 7)).toMatchObject({ problem: { code: "too_large" } });
});

test("T-58 a NIN that begins with zeros stays what it is", async () => {
  const kept: FileLine[] = [];
  const keep = async (packed: Buffer) => void kept.push(...unpackLines(packed));
  await checkFile(Readable.from([Buffer.from(`00000000001\n"09999999999"`)]), 10, "file", keep);
  expect(kept).toEqual([
    { line: 1, nin: "00000000001" },
    { line: 2, nin: "09999999999" },
  ]);
});

test("T-58 good lines are handed on in order, and none after a bad one", async () => {
  const kept: FileLine[] = [];
  const keep = async (packed: Buffer) => void kept.push(...unpackLines(packed));
  const text = (count: number) => Array.from({ length: count }, (_one, at) => String(20_000_000_000 + at));
  await checkFile(Readable.from([Buffer.from(text(10_100).join("\n\n"))]), 20_000, "file", keep);
  expect(kept.map(({ line }) => line)).toEqual(Array.from({ length: 10_100 }, (_one, at) => at * 2 + 1));
  expect(kept.map(({ nin }) => nin)).toEqual(text(10_100));
  kept.length = 0;
  await checkFile(Readable.from([Buffer.from(["x", ...text(10_100)].join("\n"))]), 20_000, "file", keep);
  expect(kept).toEqual([]);
});

test("T-58 only the first hundred bad lines are named; the rest is a number", async () => {
  const told = await check(["x\n".repeat(250)]);
  expect(told.ok && [told.value.bad.length, told.value.badCount]).toEqual([100, 250]);
});

test("a set of very many numbers knows each of them, and no other", () => {
  const set = new NumberSet(10_000);
  const numbers = Array.from({ length: 10_000 }, (_one, at) => (at * 9_999_991) % 100_000_000_000);
  expect(numbers.filter((number) => !set.add(number))).toEqual([]);
  expect(numbers.filter((number) => set.add(number))).toEqual([]);
  expect(set.add(0)).toBe(false);
  expect(set.add(99_999_999_999)).toBe(true);
});
