import type { Block } from "./document.ts";
import { drawPicture, type PictureBox } from "./pictures.ts";
import { type Sheet, styles } from "./sheet.ts";

type Subject = Extract<Block, { readonly kind: "subject" }>;

const photoBox: PictureBox = { width: 76, height: 95 };
const labelWidth = 92;

/** A picture on the left, and labelled values beside it. */
export function drawSubject(sheet: Sheet, { picture, facts }: Subject): void {
  sheet.ensureSpace(photoBox.height + 14);
  const top = sheet.y;
  if (picture) drawPicture(sheet, picture, 0, photoBox);
  const belowPicture = sheet.y;
  sheet.y = top;
  const left = picture ? photoBox.width + 18 : 0;
  if (facts.length === 0) {
    sheet.y = belowPicture;
    return;
  }
  const table = sheet.doc.struct("Table");
  sheet.root.add(table);
  for (const { label, value } of facts) {
    const row = sheet.doc.struct("TR");
    table.add(row);
    sheet.row(
      row,
      [
        { x: left, width: labelWidth - 8, parts: [{ tag: "TH", scope: "Row", text: label, style: styles.quiet }] },
        {
          x: left + labelWidth,
          width: sheet.width - left - labelWidth,
          parts: [{ tag: "TD", text: value, style: styles.text }],
        },
      ],
      3,
    );
    row.end();
  }
  table.end();
  sheet.y = Math.max(sheet.y + 8, belowPicture);
}
