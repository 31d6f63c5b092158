import { requestLabel } from "@idanimo/contract/request-label";
import * as texts from "@idanimo/contract/texts";
import * as z from "zod/mini";

/** Finds the private label of each line in a file: its column "Label", and columns about staff. Pure. */

const labelHeading = /^label$/i;
const staffHeading = /^(?:staff|employee)(?: (?:id|no\.?|number|name|id or name))?$/i;

/** The label of a line, without the markers with which our own CSV files defuse a formula. */
export type LabelReading =
  | { readonly ok: true; readonly label: string | undefined }
  | { readonly ok: false; readonly message: string };

/** The positions of the columns that make up a label, the column "Label" first. */
export function findLabelColumns(headings: readonly string[]): readonly number[] {
  const positionsOf = (pattern: RegExp) => headings.flatMap((heading, at) => (pattern.test(heading) ? [at] : []));
  return [...positionsOf(labelHeading), ...positionsOf(staffHeading)];
}

/** Reads the label of a line, as a person who opens the file in a spreadsheet sees it. */
export function readLabel(row: readonly string[], columns: readonly number[]): LabelReading {
  const cells = columns.map((at) => unescapeCell(row[at] ?? "")).filter(Boolean);
  if (cells.length === 0) return { ok: true, label: undefined };
  const parsed = z.safeParse(requestLabel, cells.join(labelSeparator));
  if (parsed.success) return { ok: true, label: parsed.data || undefined };
  const isTooLong = parsed.error.issues[0]?.code === "too_big";
  return { ok: false, message: isTooLong ? texts.csvLabelTooLong : texts.csvLabelUnreadable };
}

const labelSeparator = " · ";

const unescapeCell = (cell: string): string => {
  const plain = cell.trim();
  return /^="(.*)"$/s.exec(plain)?.[1] ?? plain.replace(/^'(?=\s*[=+\-@])/, "");
};
