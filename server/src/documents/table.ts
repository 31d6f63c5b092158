import type { Block, Column } from "./document.ts";
import { drawFields } from "./fields.ts";
import { type Cell, landscapeWidth, type Sheet, type Style, styles } from "./sheet.ts";

/**
 * A table with its header on each page. One wider than a portrait page turns the pages to landscape; one wider than
 * that is drawn as a list of fields per row.
 */

type Table = Extract<Block, { readonly kind: "table" }>;

const gutter = 10;
/** Longer words are broken. Points. */
const wordMaxWidth = 92;
/** Rows measured to compute the column widths. */
const measuredRows = 300;

type TableStyle = { readonly cell: Style; readonly head: Style };
const portraitStyle: TableStyle = { cell: styles.cell, head: styles.head };
/** Smaller, since only wide tables are on landscape pages. */
const landscapeStyle: TableStyle = { cell: styles.smallCell, head: styles.smallHead };

const cellStyle = ({ amount }: Column, { cell }: TableStyle): Style => (amount ? { ...cell, tabular: true } : cell);

/**
 * Returns the width of each column, or undefined if they do not fit side by side. Each column gets the width of its
 * longest word; the rest goes to the columns with the longest texts.
 */
function widthsOf(
  sheet: Sheet,
  { columns, rows }: Table,
  style: TableStyle,
  width: number,
): readonly number[] | undefined {
  const room = width - gutter * (columns.length - 1);
  const some = rows.slice(0, measuredRows);
  const wants = columns.map((column, at) => {
    const look = cellStyle(column, style);
    const texts = some.map((row) => row[at] ?? "");
    const widest = (all: readonly string[], of: Style) => Math.max(0, ...all.map((text) => sheet.widthOf(text, of)));
    const words = (text: string) => text.split(" ");
    const longest = Math.max(widest(texts.flatMap(words), look), widest(words(column.label), style.head));
    const full = Math.max(widest(texts, look), sheet.widthOf(column.label, style.head)) + 1;
    const least = column.amount ? full : Math.min(wordMaxWidth, longest + 1);
    return { least, more: Math.min(260, Math.max(full, least)) - least };
  });
  const least = wants.reduce((sum, want) => sum + want.least, 0);
  if (least > room) return undefined;
  // share the rest evenly; columns that need less than their share leave more for the others
  let [left, open] = [room - least, wants.length];
  const more = new Map<number, number>();
  for (const [at, want] of [...wants.entries()].toSorted(([, a], [, b]) => a.more - b.more)) {
    const own = Math.min(want.more, left / open);
    more.set(at, own);
    [left, open] = [left - own, open - 1];
  }
  const widths = wants.map((want, at) => want.least + (more.get(at) ?? 0));
  if (!columns.at(-1)?.amount) return widths;
  // a last column of amounts ends at the right edge, so the widest column takes the unused width
  const widest = widths.indexOf(Math.max(...widths));
  return widths.map((wide, at) => (at === widest ? wide + left : wide));
}

/** Turns to landscape pages for a table that fits only there. */
export function turnForTable(sheet: Sheet, table: Table): void {
  if (sheet.isLandscape || widthsOf(sheet, table, portraitStyle, sheet.width)) return;
  if (widthsOf(sheet, table, landscapeStyle, landscapeWidth)) sheet.turnLandscape();
}

/** Rows drawn between two yields. */
export const rowsPerYield = 25;
/** Lets other requests run while a long document is drawn. */
export const yieldToEventLoop = () => new Promise<void>((resolve) => void setImmediate(resolve));

export async function drawTable(sheet: Sheet, table: Table): Promise<void> {
  const style = sheet.isLandscape ? landscapeStyle : portraitStyle;
  const widths = widthsOf(sheet, table, style, sheet.width);
  if (!widths) return drawTableAsLists(sheet, table);
  const { columns, rows } = table;
  const cellsOf = (texts: readonly string[], tag: "TH" | "TD") => {
    let x = 0;
    return columns.map((column, at): Cell => {
      const wide = widths[at] ?? 0;
      const part = {
        tag,
        text: texts[at] ?? "",
        style: tag === "TH" ? style.head : cellStyle(column, style),
        ...(tag === "TH" && { scope: "Column" as const }),
      };
      const cell: Cell = { x, width: wide, parts: [part], ...(column.amount && { align: "right" as const }) };
      x += wide + gutter;
      return cell;
    });
  };
  const header = cellsOf(
    columns.map((column) => column.label),
    "TH",
  );
  /** Repeats the header as an artifact, so that screen readers read it once. */
  const repeat = () => {
    const lines = header.map((cell) => sheet.lines(cell.parts[0]?.text ?? "", cell.width, style.head));
    sheet.decorate(() => {
      for (const [at, cell] of header.entries())
        for (const [line, text] of (lines[at] ?? []).entries()) {
          const indent = cell.align === "right" ? cell.width - sheet.widthOf(text, style.head) : 0;
          if (text !== "") sheet.drawText(text, cell.x + indent, sheet.y + line * style.head.leading, style.head);
        }
    });
    sheet.y += Math.max(0, ...lines.map((all) => all.length)) * style.head.leading + 4;
    sheet.rule();
    sheet.y += 5;
  };
  const element = sheet.doc.struct("Table", { title: table.title });
  sheet.root.add(element);
  const setRow = (cells: readonly Cell[], onTurn?: () => void) => {
    const row = sheet.doc.struct("TR");
    element.add(row);
    sheet.row(row, cells, 4, onTurn);
    row.end();
    sheet.rule();
    sheet.y += 5;
  };
  setRow(header);
  for (const [at, texts] of rows.entries()) {
    setRow(cellsOf(texts, "TD"), repeat);
    if (at % rowsPerYield === rowsPerYield - 1) await yieldToEventLoop();
  }
  element.end();
  sheet.y += 8;
}

async function drawTableAsLists(sheet: Sheet, { columns, rows, title }: Table): Promise<void> {
  for (const [at, texts] of rows.entries()) {
    if (sheet.y > sheet.top) sheet.ensureSpace(80);
    sheet.paragraph("P", `${title}: ${at + 1} of ${rows.length}`, styles.label, 3);
    drawFields(
      sheet,
      columns.map((column, of) => ({ label: column.label, value: texts[of] ?? "" })),
    );
    sheet.rule();
    sheet.y += 8;
    if (at % 10 === 9) await yieldToEventLoop();
  }
}
