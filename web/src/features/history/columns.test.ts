import { expect, test } from "vitest";
import { hideableColumns, parseColumns } from "./columns.ts";

test("accepts only known columns; the parameter and the action cannot be hidden [O-48]", () => {
  expect(parseColumns("status type nonsense value action")).toEqual(["type"]);
  expect(parseColumns("")).toEqual([]);
  const names: readonly string[] = hideableColumns.map(({ name }) => name);
  expect(parseColumns(names.join(" "))).toEqual(names);
  for (const fixed of ["value", "action"]) expect(names).not.toContain(fixed);
});
