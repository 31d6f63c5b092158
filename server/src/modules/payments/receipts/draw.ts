import { fileURLToPath } from "node:url";
import { brand } from "@idanimo/contract/brand";
import type { Receipt, Row } from "./receipt.ts";

/** Draws receipts as PDF: one A4 page, or more for very many look-ups, tagged so that a screen reader reads it in order. Lengths are points. */

const fontFile = (weight: string) => fileURLToPath(new URL(`./fonts/inter-${weight}.ttf`, import.meta.url));
const fonts = { regular: fontFile("regular"), semibold: fontFile("semibold") } as const;
const colour = { text: "#14201A", quiet: "#55635B", primary: "#0F6B3F", rule: "#E5E2D8" } as const;

const margin = 56;
const page = { width: 595.28, height: 841.89 } as const;
const width = page.width - 2 * margin;
const labelWidth = 120;
const rowGap = 9;
/** Below this a row begins on the next page. */
const lowest = page.height - margin - 48;

/** @param made when the document was made, as its own properties say */
export async function drawReceipt(receipt: Receipt, made: Date): Promise<Buffer> {
  const { default: PDFDocument } = await import("pdfkit"); // read when somebody wants a receipt
  const doc = new PDFDocument({
    size: "A4",
    margin,
    pdfVersion: "1.7",
    subset: "PDF/A-2a", // all that is needed to read it in twenty years is inside
    tagged: true,
    lang: "en-NG",
    displayTitle: true,
    font: fonts.regular,
    info: { Title: `${brand.name}: ${receipt.title}`, Author: brand.name, CreationDate: made },
  });
  const parts: Buffer[] = [];
  const whole = new Promise<Buffer>((resolve, reject) => {
    doc.on("data", (part: Buffer) => parts.push(part));
    doc.on("end", () => resolve(Buffer.concat(parts)));
    doc.on("error", reject);
  });

  const root = doc.struct("Document");
  doc.addStructure(root);
  const set = (size: number, ink: string, font: string = fonts.regular) => doc.font(font).fontSize(size).fillColor(ink);
  const text = (tag: string, draw: () => void) => root.add(doc.struct(tag, {}, draw));
  /** Lines and marks that nobody needs to hear. */
  const decorate = (draw: () => void) => {
    doc.markContent("Artifact", { type: "Layout" });
    draw();
    doc.endMarkedContent();
  };
  const rule = (y: number, ink: string = colour.rule) =>
    decorate(() =>
      doc
        .moveTo(margin, y)
        .lineTo(page.width - margin, y)
        .lineWidth(0.75)
        .strokeColor(ink)
        .stroke(),
    );

  decorate(() => drawMark(doc, margin, margin));
  text("P", () =>
    set(17, colour.text, fonts.semibold).text(brand.name, margin + 34, margin + 4, { width: width - 34 }),
  );
  text("H1", () => set(24, colour.text, fonts.semibold).text(receipt.title, margin, margin + 66, { width }));
  text("P", () => set(11, colour.quiet).text(receipt.sum.label, margin, doc.y + 18, { width }));
  text("P", () => set(30, colour.primary, fonts.semibold).text(receipt.sum.amount, margin, doc.y + 2, { width }));

  const turnWhenFull = () => {
    if (doc.y <= lowest) return;
    doc.addPage();
    doc.y = margin;
  };

  /** Rows of a label and a value; the value stands left, or right as amounts do. */
  const rows = (list: readonly Row[], look: "facts" | "amounts" | "total") => {
    const table = doc.struct("Table");
    root.add(table);
    for (const { label, value } of list) {
      const row = doc.struct("TR");
      table.add(row);
      turnWhenFull();
      const y = doc.y;
      const bold = look === "total" ? fonts.semibold : fonts.regular;
      const amount = look !== "facts";
      const left = amount ? width - 140 : labelWidth;
      const at = margin + left;
      let bottom = y;
      row.add(
        doc.struct("TH", {}, () => {
          set(11, amount ? colour.text : colour.quiet, bold).text(label, margin, y, { width: left - 12 });
          bottom = doc.y;
        }),
      );
      row.add(
        doc.struct(
          "TD",
          {},
          () =>
            void set(11, colour.text, bold).text(value, at, y, {
              width: width - left,
              align: amount ? "right" : "left",
              features: amount ? ["tnum"] : [],
            }),
        ),
      );
      row.end();
      doc.y = Math.max(bottom, doc.y) + rowGap;
    }
    table.end();
  };
  const heading = (words: string) => {
    turnWhenFull();
    text("H2", () => set(13, colour.text, fonts.semibold).text(words, margin, doc.y + 18, { width }));
    rule(doc.y + 6);
    doc.y += 16;
  };

  doc.y += 18;
  rows(receipt.facts, "facts");
  heading("What was paid for");
  rows(receipt.lines, "amounts");
  rule(doc.y);
  doc.y += rowGap;
  rows([receipt.total], "total");
  if (receipt.refunds.length > 0) {
    heading("Gone back to your wallet");
    rows(receipt.refunds, "amounts");
  }

  const foot = `${brand.name}. Questions: ${brand.contactEmail}${brand.postalAddress === "" ? "" : `. ${brand.postalAddress}`}`;
  doc.page.margins.bottom = 0; // the foot stands below the text's own end
  text("P", () => set(9, colour.quiet).text(foot, margin, page.height - margin - 12, { width, lineBreak: false }));
  root.end();
  doc.end();
  return whole;
}

/** The mark of the product, 26 points wide. The same lines as on every page of the web. */
function drawMark(doc: PDFKit.PDFDocument, x: number, y: number): void {
  doc
    .save()
    .translate(x, y)
    .scale(26 / 28);
  doc.lineWidth(2.6).lineCap("round").strokeColor(colour.primary).fillColor(colour.primary);
  doc.path("M4 24V13a10 10 0 0 1 20 0v5").stroke();
  doc.path("M9 24.5a5 5 0 0 1 10 0").stroke();
  doc.circle(14, 13.3, 2.9).fill();
  doc.restore();
}
