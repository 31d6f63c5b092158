import { fileURLToPath } from "node:url";
import { toPrintable, replacementText } from "./font-coverage.ts";
import { breakLines } from "./break-lines.ts";

/**
 * A4 pages, portrait or landscape, filled with rows from top to bottom; each row has its element in the PDF structure. Lengths are points.
 */

type Doc = PDFKit.PDFDocument;
export type Structure = PDFKit.PDFStructureElement;

const fontFile = (weight: string) => fileURLToPath(new URL(`./fonts/inter-${weight}.ttf`, import.meta.url));
export const fonts = { regular: fontFile("regular"), semibold: fontFile("semibold") } as const;
export const colour = { text: "#14201A", quiet: "#55635B", primary: "#0F6B3F", rule: "#E5E2D8" } as const;

export const page = { width: 595.28, height: 841.89 } as const;
export const margin = 52;
/** Top of the first line of a running header. */
export const headerTop = 26;
/** Between the margins of a portrait page. */
export const width = page.width - 2 * margin;
/** Between the margins of a landscape page. */
export const landscapeWidth = page.height - 2 * margin;

export type Style = {
  readonly size: number;
  readonly ink: string;
  readonly font: string;
  /** Line height. */
  readonly leading: number;
  /** Tabular figures, for aligned amounts. */
  readonly tabular?: true;
};
const style = (size: number, leading: number, ink: string, font: string = fonts.regular): Style => ({
  size,
  leading,
  ink,
  font,
});
export const styles = {
  brand: style(16, 22, colour.text, fonts.semibold),
  eyebrow: style(10.5, 15, colour.quiet),
  title: style(23, 30, colour.text, fonts.semibold),
  sum: style(30, 38, colour.primary, fonts.semibold),
  heading: style(13.5, 19, colour.text, fonts.semibold),
  subheading: style(11, 16, colour.text, fonts.semibold),
  text: style(10.5, 15, colour.text),
  strong: style(10.5, 15, colour.text, fonts.semibold),
  quiet: style(10.5, 15, colour.quiet),
  label: style(8.5, 12, colour.quiet),
  value: style(10, 14, colour.text),
  cell: style(9, 12.5, colour.text),
  head: style(8.5, 12, colour.quiet, fonts.semibold),
  smallCell: style(8, 11, colour.text),
  smallHead: style(7.5, 10.5, colour.quiet, fonts.semibold),
} as const satisfies Record<string, Style>;

/** A text with its structure tag, such as `P` or `TD`. */
export type TextPart = {
  readonly tag: string;
  readonly text: string;
  readonly style: Style;
  readonly scope?: "Row" | "Column";
};
/** Parts below one another in one column of a row. */
export type Cell = {
  /** From the left margin. */
  readonly x: number;
  readonly width: number;
  readonly align?: "right";
  /** Tag of an element around the parts. */
  readonly within?: string;
  readonly parts: readonly TextPart[];
};

type Line = { readonly text: string; readonly part: TextPart };

export class Sheet {
  readonly doc: Doc;
  readonly root: Structure;
  /** Top of the first row of each page; below the running header, if there is one. */
  readonly top: number;
  /** Top of the next row, from the top of the page. */
  y: number;
  /** The lines of the running header. */
  readonly header: readonly string[];
  /** Whether a character was replaced because the font lacks it. */
  hasUnprintable = false;

  /** @param header texts above the content of each page, drawn when the document is complete */
  constructor(doc: Doc, header: readonly string[] = []) {
    this.doc = doc;
    this.header = header.flatMap((text) => this.lines(text, width, styles.label));
    this.top = Math.max(margin, headerTop + this.header.length * styles.label.leading + 16);
    this.y = this.top;
    this.root = doc.struct("Document");
    doc.addStructure(this.root);
  }

  #layout: "portrait" | "landscape" = "portrait";

  get isLandscape(): boolean {
    return this.#layout === "landscape";
  }

  /** Between the margins of this page. */
  get width(): number {
    return this.doc.page.width - 2 * margin;
  }

  /** Where text ends; the footer is below. */
  get #contentBottom(): number {
    return this.doc.page.height - margin - 20;
  }

  /** Height left on this page. */
  get room(): number {
    return this.#contentBottom - this.y;
  }

  addPage(): void {
    compactPage(this.doc.page);
    this.doc.addPage({ size: "A4", margin: 0, layout: this.#layout });
    this.y = this.top;
  }

  /** Starts a landscape page; the following pages are landscape as well. */
  turnLandscape(): void {
    this.#layout = "landscape";
    this.addPage();
  }

  /** Adds a page unless this height is left on the current one. */
  ensureSpace(height: number): void {
    if (this.room < height && this.y > this.top) this.addPage();
  }

  /** Widths by text and style: words recur, and measuring is most of the cost of a long document. */
  readonly #widths = new Map<string, number>();

  widthOf(text: string, { size, font, tabular }: Style): number {
    const key = `${font === fonts.regular ? "" : "bold "}${tabular ? "figures " : ""}${size} ${text}`;
    const known = this.#widths.get(key);
    if (known !== undefined) return known;
    this.doc.font(font).fontSize(size);
    const wide = this.doc.widthOfString(text, tabular ? { features: ["tnum"] } : {});
    if (text.length < 40) this.#widths.set(key, wide);
    return wide;
  }

  lines(text: string, wide: number, look: Style): readonly string[] {
    const shown = toPrintable(text);
    if (shown.includes(replacementText) && !text.includes(replacementText)) this.hasUnprintable = true;
    return breakLines(shown, wide, (piece) => this.widthOf(piece, look), this.widthOf(" ", look));
  }

  /** Draws lines and marks as artifacts, which screen readers skip. */
  decorate(draw: () => void): void {
    this.doc.markContent("Artifact", { type: "Layout" });
    draw();
    this.doc.endMarkedContent();
  }

  rule(from = 0, to = this.width): void {
    this.decorate(() =>
      this.doc
        .moveTo(margin + from, this.y)
        .lineTo(margin + to, this.y)
        .lineWidth(0.75)
        .strokeColor(colour.rule)
        .stroke(),
    );
  }

  /** Draws one line; `y` is its top. */
  drawText(text: string, x: number, y: number, look: Style): void {
    this.doc
      .font(look.font)
      .fontSize(look.size)
      .fillColor(look.ink)
      .text(text, margin + x, y, {
        lineBreak: false,
        textWidth: 0, // unused here; spares pdfkit measuring again
        ...(look.tabular && { features: ["tnum"] }),
      });
  }

  /** A text over the full width. */
  paragraph(tag: string, text: string, look: Style, gap = 0): void {
    this.row(this.root, [{ x: 0, width: this.width, parts: [{ tag, text, style: look }] }], gap);
  }

  /**
   * Draws cells side by side; the tallest one sets the row's height. A row that does not fit starts on the next
   * page; one taller than a page continues on the following pages.
   * @param onTurn draws the top of a new page
   */
  row(parent: Structure, cells: readonly Cell[], gap: number, onTurn?: () => void): void {
    const elements = new Map<TextPart, Structure>();
    const wrappers: Structure[] = [];
    let rest = cells.map((cell) =>
      cell.parts.flatMap((part): Line[] =>
        this.lines(part.text, cell.width, part.style).map((text) => ({ text, part })),
      ),
    );
    const turn = () => {
      this.addPage();
      onTurn?.();
    };
    const whole = Math.max(0, ...rest.map(heightOf));
    if (whole > this.room && this.y > this.top && (whole <= this.#contentBottom - this.top - 60 || this.room < 60))
      turn();
    for (const cell of cells) {
      const around = cell.within === undefined ? parent : this.doc.struct(cell.within);
      if (cell.within !== undefined) {
        parent.add(around);
        wrappers.push(around);
      }
      for (const part of cell.parts) {
        const element = this.doc.struct(part.tag, part.scope ? { scope: part.scope } : {});
        around.add(element);
        elements.set(part, element);
      }
    }
    for (;;) {
      let used = 0;
      const left = rest.map((lines, at) => {
        const cell = cells[at];
        const fits = cell ? countFittingLines(lines, this.room) : 0;
        if (cell) this.#draw(cell, lines.slice(0, fits), elements);
        used = Math.max(used, heightOf(lines.slice(0, fits)));
        return lines.slice(fits);
      });
      this.y += used;
      if (left.every((lines) => lines.length === 0)) break;
      rest = left;
      turn();
    }
    for (const element of [...elements.values(), ...wrappers]) element.end();
    this.y += gap;
  }

  #draw(cell: Cell, lines: readonly Line[], elements: ReadonlyMap<TextPart, Structure>): void {
    let y = this.y;
    for (const part of cell.parts) {
      const own = lines.filter((line) => line.part === part);
      if (own.length === 0) continue;
      const top = y;
      elements.get(part)?.add(() => {
        for (const [at, { text }] of own.entries()) {
          const indent = cell.align === "right" ? cell.width - this.widthOf(text, part.style) : 0;
          if (text !== "") this.drawText(text, cell.x + indent, top + at * part.style.leading, part.style);
        }
      });
      y += heightOf(own);
    }
  }
}

/**
 * Merges the buffers of a finished page, which stays in memory until the last one: many small buffers cost more
 * than their content.
 */
function compactPage({ content }: PDFKit.PDFPage): void {
  content.buffer = [Buffer.concat(content.buffer)];
}

const heightOf = (lines: readonly Line[]): number => lines.reduce((sum, { part }) => sum + part.style.leading, 0);

/** Counts the lines that fit in a height. */
function countFittingLines(lines: readonly Line[], room: number): number {
  let height = 0;
  const over = lines.findIndex(({ part }) => {
    height += part.style.leading;
    return height > room;
  });
  return over === -1 ? lines.length : over;
}
