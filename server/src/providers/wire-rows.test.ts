import fc from "fast-check";
import { expect, test } from "vitest";
import { plainDecimal, parseRows, parseTables, parseTexts } from "./wire-rows.ts";

test.each([
  ["180000", "180000"],
  ["1,250,000", "1250000"],
  ["52,000.50", "52000.50"],
  ["NGN 52,000.5", "52000.5"],
  ["₦1,000", "1000"],
  ["N1,000", "1000"],
  ["1.8E5", "180000"],
  ["1.25e3", "1250"],
  ["12e-1", "1.2"],
  ["1e-3", "0.001"],
  ["0.0000010000000000000002", "0.0000010000000000000002"],
  ["0", "0"],
  ["007", "7"],
  ["-5", "-5"],
  ["1e99", null],
  ["12 days", null],
  ["-", null],
  ["null", null],
  ["", null],
  [undefined, null],
  [false, null],
  [{ value: "1" }, null],
])("parses the figure %j as %j [RESULT-CREDIT-10]", (wire, figure) => expect(plainDecimal(wire)).toBe(figure));

test("keeps the value of every number, without separators and without a float [RESULT-CREDIT-10]", () => {
  fc.assert(
    fc.property(fc.double({ min: -1e17, max: 1e17, noNaN: true }), (number) => {
      const figure = plainDecimal(JSON.stringify(number));
      if (figure === null) expect(Math.abs(number)).toBeLessThan(1e-17);
      else {
        expect(figure).toMatch(/^-?\d+(\.\d+)?$/);
        expect(Number(figure) === number).toBe(true);
      }
    }),
  );
});

test("keeps texts, numbers and booleans of a row, with plain names [RESULT-CREDIT-12]", () => {
  const row = { a: " x ", b: "12", c: true, d: null, e: "null", f: "", g: { deep: "1" }, h: ["1"], "<b>": "1" };
  expect(parseTexts(row)).toEqual({ a: "x", b: "12", c: "yes" });
});

test("reads lists of rows and single objects as tables, and nothing else [RESULT-CREDIT-12]", () => {
  const score = {
    list: [{ a: "1" }, "no row", {}],
    alone: { b: "2" },
    none: false,
    empty: [],
    text: "x",
    nothing: null,
  };
  expect(parseTables(score)).toEqual({ list: [{ a: "1" }], alone: [{ b: "2" }] });
});

test("reads any JSON as texts by plain names, within limits [T-62]", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      for (const rows of [parseRows(value), ...Object.values(parseTables(value))])
        for (const row of rows)
          for (const [name, text] of Object.entries(row)) {
            expect(name).toMatch(/^[A-Za-z_][A-Za-z0-9_ -]*$/);
            expect(text.length).toBeGreaterThan(0);
          }
    }),
  );
  expect(parseRows(Array.from({ length: 5_000 }, () => ({ a: "1" })))).toHaveLength(1_000);
});
