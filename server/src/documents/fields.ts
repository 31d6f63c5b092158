import type { LabelledValue } from "./document.ts";
import { type Cell, type Sheet, styles, width } from "./sheet.ts";

const gutter = 14;
/** Fields side by side on a portrait page. */
const portraitColumns = 3;
const portraitFieldWidth = (width - gutter * (portraitColumns - 1)) / portraitColumns;
/** Approximate height of a row of fields, points. */
const rowHeight = 33;

/** Estimates the height to reserve, so that a short group stays on one page. Points. */
export const estimateFieldsHeight = (fields: readonly LabelledValue[]): number =>
  Math.min(230, Math.ceil(fields.length / portraitColumns) * rowHeight);

/** Values below their labels, three side by side, four in landscape; a value that needs more width gets its own row. */
export function drawFields(sheet: Sheet, fields: readonly LabelledValue[]): void {
  const columns = sheet.isLandscape ? Math.floor(sheet.width / portraitFieldWidth) : portraitColumns;
  const fieldWidth = (sheet.width - gutter * (columns - 1)) / columns;
  const list = sheet.doc.struct("L");
  sheet.root.add(list);
  const cellOf = ({ label, value }: LabelledValue, at: number, wide: number): Cell => ({
    x: at * (fieldWidth + gutter),
    width: wide,
    within: "LI",
    parts: [
      { tag: "Lbl", text: label, style: styles.label },
      { tag: "LBody", text: value, style: styles.value },
    ],
  });
  let side: LabelledValue[] = [];
  const flush = () => {
    if (side.length > 0)
      sheet.row(
        list,
        side.map((field, at) => cellOf(field, at, fieldWidth)),
        7,
      );
    side = [];
  };
  for (const field of fields) {
    // a value longer than two columns, or with a word wider than one, gets the full width
    const widthOf = (text: string) => sheet.widthOf(text, styles.value);
    const isWide =
      widthOf(field.value) > 2 * fieldWidth || field.value.split(" ").some((word) => widthOf(word) > fieldWidth);
    if (isWide) {
      flush();
      sheet.row(list, [cellOf(field, 0, sheet.width)], 7);
      continue;
    }
    side.push(field);
    if (side.length === columns) flush();
  }
  flush();
  list.end();
}
