import sharp from "sharp";

/** Largest size that a header may declare before anything is decoded: 16 megapixels. [T-57] */
const maxPixels = 16_000_000;
/** Interlaced and progressive pictures are decoded completely in memory, at up to 11 bytes a pixel. */
const maxProgressivePixels = 4_000_000;
/** Side of the encoded square: twice the largest display size, for high-density screens. */
const outputSidePixels = 512;

sharp.cache(false);
sharp.concurrency(1); // one picture uses one core
// allow only the two formats that a profile accepts
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer"] });

/**
 * Re-encodes a picture as a square WebP, upright and cropped to its centre, without metadata, colour profile or
 * trailing bytes.
 * @param bytes a JPG or PNG
 * @throws on any other type and on a header that declares too many pixels
 */
export async function reencodePicture(bytes: Buffer): Promise<Buffer> {
  const picture = sharp(bytes, { failOn: "error", limitInputPixels: maxPixels, sequentialRead: true, animated: false });
  const { format, isProgressive, width, height } = await picture.metadata();
  if (format !== "jpeg" && format !== "png") throw new Error("reencodePicture: neither JPG nor PNG");
  if (isProgressive && width * height > maxProgressivePixels)
    throw new Error("reencodePicture: too many pixels to decode at once");
  return picture
    .autoOrient()
    .resize(outputSidePixels, outputSidePixels, { fit: "cover" })
    .webp({ quality: 82 })
    .toBuffer();
}
