import { expect, test } from "vitest";
import { choosableColumns, readColumns } from "./columns.ts";

test("O-48 columns left out are known names; what was searched and the action cannot be left out", () => {
  expect(readColumns("status type nonsense value action")).toEqual(["type", "status"]);
  expect(readColumns("")).toEqual([]);
  const names: readonly string[] = choosableColumns.map(({ name }) => name);
  expect(readColumns(names.join(" "))).toEqual(names);
  for (const fixed of ["value", "action"]) expect(names).not.toContain(fixed);
});
