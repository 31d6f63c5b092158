import sharp from "sharp";

/** What a header may promise before anything is decoded: 16 megapixels. Source: T-57. */
const maxPixels = 16_000_000;
/** A picture that comes in passes over the whole (interlaced, progressive) is held as a whole, some 11 bytes a pixel at worst. */
const maxProgressivePixels = 4_000_000;
/** Side of the square a picture becomes: twice the largest place it is shown in, for dense screens. */
const outputSidePixels = 512;

sharp.cache(false);
sharp.concurrency(1); // one picture is one core's work
// of the many formats of the library only the two that a profile takes
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer"] });

/**
 * Draws a picture anew as a square WebP: turned upright, its middle kept, and nothing else of what was sent: no place, no camera,
 * no profile, no bytes behind the end.
 * @param bytes a JPG or PNG; anything else, and one whose header asks for more than it may, throws
 */
export async function reencodePicture(bytes: Buffer): Promise<Buffer> {
  const picture = sharp(bytes, { failOn: "error", limitInputPixels: maxPixels, sequentialRead: true, animated: false });
  const { format, isProgressive, width, height } = await picture.metadata();
  if (format !== "jpeg" && format !== "png") throw new Error("redraw: neither JPG nor PNG");
  if (isProgressive && width * height > maxProgressivePixels) throw new Error("redraw: too much to hold");
  return picture
    .autoOrient()
    .resize(outputSidePixels, outputSidePixels, { fit: "cover" })
    .webp({ quality: 82 })
    .toBuffer();
}
