import { brand } from "@idanimo/contract/brand";
import { ok, type Result } from "@idanimo/contract/problems";
import type { Block, PdfDocument, Qr, LabelledValue } from "./document.ts";
import { drawFields, estimateFieldsHeight } from "./fields.ts";
import { replacementText } from "./font-coverage.ts";
import { colour, fonts, headerTop, margin, Sheet, styles, width } from "./sheet.ts";
import { drawPictures } from "./pictures.ts";
import { drawSubject } from "./subject.ts";
import { yieldToEventLoop, drawTable, rowsPerYield, turnForTable } from "./table.ts";
import { queueLongDocument } from "./long-document-queue.ts";

/** Draws documents as tagged PDF/A, so that screen readers read them in order and the files can be archived. */

const labelWidth = 118;
const amountWidth = 140;
const qrSide = 96;

/** Names the operator in the footer of every page. */
export const brandFooter = `${brand.name}. Questions: ${brand.contactEmail}${brand.postalAddress === "" ? "" : `. ${brand.postalAddress}`}`;

/** A document with more rows is a long one and is queued. */
export const longDocumentRows = 500;

const countRows = (block: Block): number =>
  block.kind === "table" || block.kind === "facts" || block.kind === "amounts" ? block.rows.length : 1;

/**
 * Draws a document of any length; a long one waits in the queue.
 * @param made creation date in the document's properties
 * @returns `unavailable` if the queue is full
 */
export async function drawQueued(document: PdfDocument, made: Date): Promise<Result<Buffer, "unavailable">> {
  const rows = document.blocks.reduce((sum, block) => sum + countRows(block), 0);
  return rows > longDocumentRows
    ? queueLongDocument(() => drawDocument(document, made))
    : ok(await drawDocument(document, made));
}

/** Draws a document at once, without the queue. */
export async function drawDocument(document: PdfDocument, made: Date): Promise<Buffer> {
  const { default: PDFDocument } = await import("pdfkit"); // loaded on first use
  const doc = new PDFDocument({
    size: "A4",
    margin: 0, // only Sheet adds pages
    pdfVersion: "1.7",
    subset: "PDF/A-2a",
    tagged: true,
    lang: document.lang ?? "en-NG",
    displayTitle: true,
    bufferPages: true, // the footers need the number of pages
    font: fonts.regular,
    info: { Title: `${brand.name}: ${document.title}`, Author: brand.name, CreationDate: made },
  });
  const parts: Buffer[] = [];
  let lines: Buffer[] = [];
  const finished = new Promise<Buffer>((resolve, reject) => {
    doc.on("data", (line: Buffer) => {
      // merge the small buffers: pdfkit emits one for each line of content
      if (lines.push(line) < 1_000) return;
      parts.push(Buffer.concat(lines));
      lines = [];
    });
    doc.on("end", () => resolve(Buffer.concat([...parts, ...lines])));
    doc.on("error", reject);
  });

  const sheet = new Sheet(doc, document.header);
  sheet.decorate(() => drawMark(doc, margin, sheet.top));
  sheet.row(
    sheet.root,
    [{ x: 34, width: width - 34, parts: [{ tag: "P", text: brand.name, style: styles.brand }] }],
    16,
  );
  if (document.eyebrow !== undefined) sheet.paragraph("P", document.eyebrow, styles.eyebrow, 2);
  sheet.paragraph("H1", document.heading ?? document.title, styles.title, 10);
  if (document.sum) {
    sheet.paragraph("P", document.sum.label, styles.eyebrow, 0);
    sheet.paragraph("P", document.sum.amount, styles.sum, 8);
  }
  for (const [at, block] of document.blocks.entries()) {
    await drawBlock(sheet, block);
    if (at % 10 === 9) await yieldToEventLoop();
  }
  if (sheet.hasUnprintable) {
    sheet.y += 6;
    sheet.paragraph(
      "P",
      `${replacementText} replaces characters that the font of this document does not have. The page in ${brand.name} shows them.`,
      styles.label,
    );
  }
  sheet.root.end();
  drawHeadersAndFooters(sheet, document.footer);
  doc.end();
  return finished;
}

function drawBlock(sheet: Sheet, block: Block): Promise<void> | void {
  switch (block.kind) {
    case "facts":
      return drawFacts(sheet, block.rows, block.qr);
    case "amounts":
      return drawAmounts(sheet, block);
    case "fields":
      sheet.ensureSpace(estimateFieldsHeight(block.fields) + (block.title === undefined ? 0 : 46));
      if (block.title !== undefined) drawHeading(sheet, block.title, block.level);
      drawFields(sheet, block.fields);
      sheet.y += 4;
      return;
    case "table":
      turnForTable(sheet, block);
      drawHeading(sheet, block.title, block.level);
      return drawTable(sheet, block);
    case "heading":
      return drawHeading(sheet, block.text, block.level);
    case "text":
      return sheet.paragraph("P", block.text, styles.quiet, 8);
    case "note":
      return drawNote(sheet, block.tone, block.text);
    case "pictures":
      return drawPictures(sheet, block.pictures);
    case "subject":
      return drawSubject(sheet, block);
  }
}

/** A heading is never the last line of a page. */
function drawHeading(sheet: Sheet, text: string, level: 2 | 3 = 2): void {
  sheet.ensureSpace(96);
  if (sheet.y > sheet.top) sheet.y += level === 2 ? 10 : 4;
  if (level === 3) return sheet.paragraph("H3", text, styles.subheading, 4);
  sheet.paragraph("H2", text, styles.heading, 4);
  sheet.rule();
  sheet.y += 9;
}

async function drawFacts(sheet: Sheet, rows: readonly LabelledValue[], qr: Qr | undefined): Promise<void> {
  const top = sheet.y;
  const wide = sheet.width - labelWidth - (qr ? qrSide + 24 : 0);
  const first = sheet.doc.page;
  await drawPairs(sheet, rows, (row) => [
    { x: 0, width: labelWidth - 12, parts: [{ tag: "TH", scope: "Row", text: row.label, style: styles.quiet }] },
    { x: labelWidth, width: wide, parts: [{ tag: "TD", text: row.value, style: styles.text }] },
  ]);
  const after = sheet.y;
  if (qr && first === sheet.doc.page) {
    sheet.y = top;
    await drawQr(sheet, qr);
    sheet.y = Math.max(after, sheet.y);
  }
  sheet.y += 8;
}

type Amounts = Extract<Block, { readonly kind: "amounts" }>;

async function drawAmounts(sheet: Sheet, { title, rows, total }: Amounts): Promise<void> {
  if (title !== undefined) drawHeading(sheet, title);
  const set = (list: readonly LabelledValue[], look: typeof styles.text) =>
    drawPairs(sheet, list, ({ label, value }) => [
      { x: 0, width: sheet.width - amountWidth - 12, parts: [{ tag: "TH", scope: "Row", text: label, style: look }] },
      {
        x: sheet.width - amountWidth,
        width: amountWidth,
        align: "right",
        parts: [{ tag: "TD", text: value, style: { ...look, tabular: true } }],
      },
    ]);
  await set(rows, styles.text);
  if (!total) return;
  sheet.rule();
  sheet.y += 8;
  await set([total], styles.strong);
}

async function drawPairs(
  sheet: Sheet,
  rows: readonly LabelledValue[],
  cellsOf: (row: LabelledValue) => Parameters<Sheet["row"]>[1],
): Promise<void> {
  const table = sheet.doc.struct("Table");
  sheet.root.add(table);
  for (const [at, row] of rows.entries()) {
    const element = sheet.doc.struct("TR");
    table.add(element);
    sheet.row(element, cellsOf(row), 5);
    element.end();
    if (at % rowsPerYield === rowsPerYield - 1) await yieldToEventLoop();
  }
  table.end();
}

const tones = {
  plain: { ink: colour.text, ground: "#F3F1EA" },
  caution: { ink: "#8A4B00", ground: "#FFF4DF" },
  good: { ink: "#0F6B3F", ground: "#E8F4EC" },
  bad: { ink: "#B3261E", ground: "#FCEBEA" },
} as const;

function drawNote(sheet: Sheet, tone: keyof typeof tones, text: string): void {
  const { ink, ground } = tones[tone];
  const look = { ...styles.text, ink };
  const inner = sheet.width - 28;
  const height = sheet.lines(text, inner, look).length * look.leading + 20;
  sheet.ensureSpace(height);
  sheet.decorate(() => sheet.doc.roundedRect(margin, sheet.y, sheet.width, height, 8).fill(ground));
  sheet.y += 9;
  sheet.row(sheet.root, [{ x: 14, width: inner, parts: [{ tag: "P", text, style: look }] }], 19);
}

/** Draws the modules of a QR code as vectors, sharp at any size. */
async function drawQr(sheet: Sheet, qr: Qr): Promise<void> {
  const { default: qrCode } = await import("qrcode");
  const { size, data } = qrCode.create(qr.address, { errorCorrectionLevel: "M" }).modules;
  const x = sheet.width - qrSide;
  const box = [margin + x, sheet.y, margin + sheet.width, sheet.y + qrSide] as [number, number, number, number];
  const figure = sheet.doc.struct("Figure", { alt: qr.alt, bbox: box, placement: "Block" }, () => {
    const side = qrSide / size;
    for (const [at, dark] of data.entries())
      if (dark === 1) sheet.doc.rect(box[0] + (at % size) * side, box[1] + Math.floor(at / size) * side, side, side);
    sheet.doc.fill(colour.text);
  });
  sheet.root.add(figure);
  sheet.y += qrSide + 5;
  for (const text of qr.caption)
    sheet.row(sheet.root, [{ x, width: qrSide, parts: [{ tag: "P", text, style: styles.label }] }], 0);
}

/** Draws the running header, the footer and the page number on each page. */
function drawHeadersAndFooters(sheet: Sheet, foot: string): void {
  const { doc, header } = sheet;
  const { start, count } = doc.bufferedPageRange();
  for (let at = 0; at < count; at += 1) {
    doc.switchToPage(start + at);
    const y = doc.page.height - margin - 6;
    doc.markContent("Artifact", { type: "Pagination" });
    for (const [line, text] of header.entries())
      sheet.drawText(text, 0, headerTop + line * styles.label.leading, styles.label);
    sheet.drawText(sheet.lines(foot, sheet.width - 90, styles.label)[0] ?? "", 0, y, styles.label);
    const number = `Page ${at + 1} of ${count}`;
    sheet.drawText(number, sheet.width - sheet.widthOf(number, styles.label), y, styles.label);
    doc.endMarkedContent();
  }
}

/** The logo, 26 points wide. Same paths as on the web. */
function drawMark(doc: PDFKit.PDFDocument, x: number, y: number): void {
  doc
    .save()
    .translate(x, y)
    .scale(26 / 28);
  doc.lineWidth(4).strokeColor(colour.primary).fillColor(colour.primary);
  doc.path("M4 26V14a10 10 0 0 1 20 0v4").stroke();
  doc.circle(14, 13, 4).fill();
  doc.path("M8 26a6 6 0 0 1 12 0Z").fill();
  doc.restore();
}
