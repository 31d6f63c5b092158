import type { NamedTexts } from "@idanimo/contract/named-texts";
import { membersOf, wireText } from "./wire-json.ts";

/** Rows of a table as sources send them: loose types, unknown columns. */

const maxRows = 1_000;
const maxColumns = 60;
const cellMaxLength = 500;
const columnName = /^[A-Za-z_][A-Za-z0-9_ -]{0,59}$/;

/** The texts of an object: texts, numbers and booleans; leaves out empty and nested values and unusual names. */
export function parseTexts(value: unknown): NamedTexts {
  const cells = Object.entries(membersOf(value)).flatMap(([name, cell]) => {
    const text = typeof cell === "boolean" ? (cell ? "yes" : "no") : wireText(cell);
    return text === undefined || !columnName.test(name) ? [] : [[name, text.slice(0, cellMaxLength)] as const];
  });
  return Object.fromEntries(cells.slice(0, maxColumns));
}

/** The rows of a list, or an object as the only row. `false`, null and anything else is no row. */
export function parseRows(value: unknown): NamedTexts[] {
  const rows = (Array.isArray(value) ? value : [value]).slice(0, maxRows).map(parseTexts);
  return rows.filter((row) => Object.keys(row).length > 0);
}

/** Every member that is a table with at least one row, by its name. */
export function parseTables(value: unknown): Record<string, NamedTexts[]> {
  const tables = Object.entries(membersOf(value)).flatMap(([name, part]) => {
    const rows = typeof part === "object" && columnName.test(name) ? parseRows(part) : [];
    return rows.length === 0 ? [] : [[name, rows] as const];
  });
  return Object.fromEntries(tables.slice(0, maxColumns));
}

const maxDecimalShift = 18;

/** A figure as plain decimal text: `1,250.50` and `1.25E3` become `1250.50` and `1250`; null if it is no figure. */
export function plainDecimal(value: unknown): string | null {
  const text = wireText(value)
    ?.replace(/^(?:NGN|₦|N)\s*/i, "")
    .replaceAll(",", "");
  const parts = /^(-?)0*(\d{1,18})(?:\.(\d{1,30}))?(?:e([+-]?\d{1,2}))?$/i.exec(text ?? "");
  if (!parts) return null;
  const [, sign = "", whole = "", places = "", power] = parts;
  if (power === undefined) return places ? `${sign}${whole}.${places}` : `${sign}${whole}`;
  const point = whole.length + Number(power);
  if (point > maxDecimalShift || point < -maxDecimalShift) return null;
  const digits = `${"0".repeat(Math.max(1 - point, 0))}${whole}${places}`.padEnd(point, "0");
  const left = Math.max(point, 1);
  const [before, after] = [digits.slice(0, left).replace(/^0+(?=\d)/, ""), digits.slice(left).replace(/0+$/, "")];
  return `${sign}${before}${after && `.${after}`}`;
}
