import type { Picture } from "./document.ts";
import { readImageSize } from "./image-size.ts";
import { margin, type Sheet, styles } from "./sheet.ts";

/** Pictures of a record. */

export type PictureBox = { readonly width: number; readonly height: number };
const pictureBox: PictureBox = { width: 150, height: 110 };

/** Pictures with their captions side by side; one that cannot be drawn is replaced by a message. */
export function drawPictures(sheet: Sheet, pictures: readonly Picture[]): void {
  sheet.ensureSpace(pictureBox.height + 40);
  const top = sheet.y;
  let lowestEnd = top;
  for (const [at, picture] of pictures.entries()) {
    const x = at * (pictureBox.width + 24);
    sheet.y = top;
    sheet.row(
      sheet.root,
      [{ x, width: pictureBox.width, parts: [{ tag: "P", text: picture.caption, style: styles.label }] }],
      4,
    );
    drawPicture(sheet, picture, x, pictureBox);
    lowestEnd = Math.max(lowestEnd, sheet.y);
  }
  sheet.y = lowestEnd;
}

/** One picture inside a box at the current position, or a message; the position moves below it. */
export function drawPicture(sheet: Sheet, picture: Picture, x: number, area: PictureBox): void {
  const size = readImageSize(picture);
  const image = size && openImage(sheet, picture);
  if (!size || !image) {
    const text = "This picture could not be printed. The page shows it.";
    return sheet.row(sheet.root, [{ x, width: area.width, parts: [{ tag: "P", text, style: styles.label }] }], 8);
  }
  const scale = Math.min(area.width / size.width, area.height / size.height);
  const [wide, high] = [size.width * scale, size.height * scale];
  const box = [margin + x, sheet.y, margin + x + wide, sheet.y + high] as [number, number, number, number];
  const figure = sheet.doc.struct("Figure", { alt: picture.alt, bbox: box, placement: "Block" }, () => {
    sheet.doc.image(image, box[0], box[1], { width: wide, height: high, ignoreOrientation: true });
  });
  sheet.root.add(figure);
  sheet.y += high + 14;
}

/** pdfkit throws for image headers that it cannot read. */
function openImage(sheet: Sheet, { bytes }: Picture) {
  try {
    return sheet.doc.openImage(bytes);
  } catch {
    return undefined;
  }
}
