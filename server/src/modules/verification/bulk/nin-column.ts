import { catalogueRowOf } from "@idanimo/contract/catalogue";
import { ninLength } from "@idanimo/contract/limits";
import * as texts from "@idanimo/contract/texts";
import { historyColumns } from "../history/columns.ts";
import { FileFault } from "./csv-rows.ts";
import { findLabelColumns, readLabel } from "./label-columns.ts";

/** Finds the NINs in a file. Pure. Accepts a value only if it is unambiguous. */

/** Which cells of a file contain NINs, and which the private label of a line. */
export type NinColumn =
  | { readonly kind: "only" }
  | { readonly kind: "named"; readonly at: number; readonly labelsAt: readonly number[] }
  | {
      readonly kind: "history";
      readonly parameterAt: number;
      readonly valueAt: number;
      readonly labelsAt: readonly number[];
    };

export type NinReading =
  | { readonly kind: "empty" }
  | { readonly kind: "nin"; readonly nin: string; readonly label?: string; readonly hasOthers: boolean }
  | { readonly kind: "bad"; readonly message: string };

const badReading = (message: string): NinReading => ({ kind: "bad", message });

/**
 * Invisible characters: blanks of any width, format characters, and controls such as Ctrl-Z, which ends a DOS file.
 */
const invisibleEdges = /^[\s\p{Cc}\p{Cf}]+|[\s\p{Cc}\p{Cf}]+$/gu;
const visibleCharacter = /[^\s\p{Cc}\p{Cf}]/u;
const trimmed = (text: string) => text.replaceAll(invisibleEdges, "");
const isBlank = (text: string) => !visibleCharacter.test(text);

/** Longer cells are neither a NIN nor a known heading. */
const maxCellLength = 100;

/** The text of a cell without spreadsheet markers: `="0123"` and a leading apostrophe both mean text. */
function cleanCell(text: string): string {
  if (text.length > maxCellLength) return text;
  const plain = trimmed(text);
  const inner = /^="(.*)"$/s.exec(plain)?.[1] ?? /^"(.*)"$/s.exec(plain)?.[1] ?? /^'(.*)$/s.exec(plain)?.[1] ?? plain;
  return trimmed(inner);
}

/** A heading has letters, and no number as long as an identity number. */
const isHeading = (cells: readonly string[]) =>
  cells.some((cell) => /\p{L}/u.test(cell)) && cells.every((cell) => (cell.match(/\d/g) ?? []).length < 5);

const ninHeading = /\bnin\b|\bnational (?:id|identity|identification)\b/i;
const otherHeading = /\b(?:phone|mobile|gsm|tel|telephone|bvn|account|rc|tin)\b/i;

/**
 * Finds the NIN column in the first line of a file; undefined if that line is no heading.
 * @throws {FileFault} if the heading has no NIN column, or more than one
 */
export function findNinColumn(firstLine: readonly string[]): NinColumn | undefined {
  const names = firstLine.map(cleanCell);
  if (!isHeading(names)) return undefined;
  const labelsAt = findLabelColumns(names);
  const [parameterAt, valueAt] = [names.indexOf(historyColumns.parameter), names.indexOf(historyColumns.value)];
  if (parameterAt >= 0 && valueAt >= 0) return { kind: "history", parameterAt, valueAt, labelsAt };
  const placesOf = (fits: (name: string) => boolean) => names.flatMap((name, at) => (fits(name) ? [at] : []));
  const exact = placesOf((name) => /^nin$/i.test(name));
  const [at, second] = exact.length > 0 ? exact : placesOf((name) => ninHeading.test(name));
  if (second !== undefined) throw new FileFault("column_twice");
  if (at !== undefined) return { kind: "named", at, labelsAt };
  const [only, another] = names.filter((name) => name !== "");
  if (only === undefined || another !== undefined || otherHeading.test(only)) throw new FileFault("column_unknown");
  return { kind: "only" };
}

/** Reads the NIN and the label of a line. */
export function readNinLine(row: readonly string[], column: NinColumn): NinReading {
  const reading = readNinCell(row, column);
  if (column.kind === "only" || reading.kind !== "nin") return reading;
  const label = readLabel(row, column.labelsAt);
  if (!label.ok) return badReading(label.message);
  return label.label === undefined ? reading : { ...reading, label: label.label };
}

function readNinCell(row: readonly string[], column: NinColumn): NinReading {
  const at = column.kind === "named" ? column.at : column.kind === "history" ? column.valueAt : 0;
  const labelsAt = column.kind === "only" ? [] : column.labelsAt;
  const isFilled = (cell: string, position: number) => position !== at && !isBlank(cell);
  const hasOthers = row.some((cell, position) => isFilled(cell, position) && !labelsAt.includes(position));
  if (column.kind === "only" && hasOthers) return readUnnamedColumns(row);
  const cell = row[at] ?? "";
  if (isBlank(cell)) return row.some(isFilled) ? badReading(texts.csvNoNin) : { kind: "empty" };
  if (column.kind === "history" && cleanCell(row[column.parameterAt] ?? "") !== catalogueRowOf("nin").searchParameter)
    return badReading(texts.csvLineNotNin);
  return readNin(cell, hasOthers);
}

/** Reads a line of several columns in a file without a heading: only one of them may have digits. */
function readUnnamedColumns(row: readonly string[]): NinReading {
  const filled = row.filter((cell) => !isBlank(cell));
  const [number, another] = filled.filter((cell) => /\d/.test(cell));
  return another === undefined ? readNin(number ?? "", filled.length > 1) : badReading(texts.csvSeveralNumbers);
}

const isNin = new RegExp(`^\\d{${ninLength}}$`);
/** A whole number with thousands separators, such as `20,000,000,001`. */
const groupedThousands = /^\d{1,3}([,.'\u2019\s])\d{3}(?:\1\d{3})+$/;
/** Blanks and hyphens between digits. */
const digitSeparators = /(?<=\d)[\s\u2010\u2011-](?=\d)/g;

function readNin(text: string, hasOthers: boolean): NinReading {
  if (isNin.test(text)) return { kind: "nin", nin: text, hasOthers };
  const cell = cleanCell(text);
  const whole = cell.replace(/[.,]0{1,2}$/, "");
  for (const digits of [
    cell,
    whole,
    groupedThousands.test(whole) ? whole.replaceAll(/\D/g, "") : cell.replaceAll(digitSeparators, ""),
  ])
    if (isNin.test(digits)) return { kind: "nin", nin: digits, hasOthers };
  if (/^\d(?:[.,]\d+)?e\+?\d+$/i.test(cell)) return badReading(texts.ninRounded);
  if (/^\*+\d{2}$/.test(cell)) return badReading(texts.ninHidden);
  return badReading(/^\d{9,10}$/.test(whole) ? texts.ninZeroLost : texts.ninLength);
}
