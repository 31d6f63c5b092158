import type { Row } from "./document.ts";
import { type Cell, type Sheet, styles, width } from "./sheet.ts";

const columns = 3;
const gutter = 14;
const narrow = (width - gutter * (columns - 1)) / columns;
const least = (value: string) => value.length;

/** Values under their labels, three side by side; one that needs more stands alone. */
export function drawFields(sheet: Sheet, fields: readonly Row[]): void {
  const list = sheet.doc.struct("L");
  sheet.root.add(list);
  const cellOf = ({ label, value }: Row, at: number, wide: number): Cell => ({
    x: at * (narrow + gutter),
    width: wide,
    within: "LI",
    parts: [
      { tag: "Lbl", text: label, style: styles.label },
      { tag: "LBody", text: value, style: styles.value },
    ],
  });
  let side: Row[] = [];
  const flush = () => {
    if (side.length > 0)
      sheet.row(
        list,
        side.map((field, at) => cellOf(field, at, narrow)),
        7,
      );
    side = [];
  };
  for (const field of fields) {
    // three lines beside two short ones leave a hole: over the whole width it is one or two
    const isWide = least(field.value) > 48 && sheet.widthOf(field.value, styles.value) > 2 * narrow;
    if (isWide) {
      flush();
      sheet.row(list, [cellOf(field, 0, width)], 7);
      continue;
    }
    side.push(field);
    if (side.length === columns) flush();
  }
  flush();
  list.end();
}
