import { requestLabelMaxLength } from "@idanimo/contract/limits";
import * as texts from "@idanimo/contract/texts";
import { describe, expect, test } from "vitest";
import { findLabelColumns, readLabel } from "./label-columns.ts";

describe("findLabelColumns", () => {
  test.each([
    [
      ["NIN", "Label", "Staff ID or name"],
      [1, 2],
    ],
    [
      ["Staff ID", "NIN", "label"],
      [2, 0],
    ],
    [
      ["Employee number", "Staff name", "NIN"],
      [0, 1],
    ],
    [["NIN", "Staff canteen", "My label", "lastName"], []],
  ])("finds the columns of the label in %j", (headings, columns) => {
    expect(findLabelColumns(headings)).toEqual(columns);
  });
});

describe("readLabel", () => {
  const read = (...cells: readonly string[]) => readLabel(["70123456789", ...cells], [1, 2]);

  test.each([
    ["joins its columns", ["Chinedu Obi", "EMP-004"], "Chinedu Obi · EMP-004"],
    ["uses one column alone", ["", " EMP-004 "], "EMP-004"],
    ["removes invisible characters", ["Chi\u200bnedu"], "Chinedu"],
    ["reads a defused formula of our own files", ["'=1+1"], "=1+1"],
    ["reads a protected number of our own files", ['="0042"'], "0042"],
    ["keeps an apostrophe of a name", ["'Bimpe"], "'Bimpe"],
  ])("%s", (_what, cells, label) => {
    expect(read(...cells)).toEqual({ ok: true, label });
  });

  test("is none for blank cells", () => {
    expect(read(" ", "")).toEqual({ ok: true, label: undefined });
  });

  test("rejects a label that is too long with its staff ID, or has a control character", () => {
    const half = "x".repeat(requestLabelMaxLength / 2);
    expect(read(half, half)).toEqual({ ok: false, message: texts.csvLabelTooLong });
    expect(read("a\u0007b")).toEqual({ ok: false, message: texts.csvLabelUnreadable });
  });
});
