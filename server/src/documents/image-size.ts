import { inflateSync } from "node:zlib";
import type { Picture } from "./document.ts";

/** Checks uploaded and fetched pictures before pdfkit gets them, and reads their size. */

type Size = { readonly width: number; readonly height: number };
const maxPixels = 16_000_000;

/** Returns the size in pixels; undefined for a picture that is broken, too large or in an unsupported format. */
export function readImageSize({ type, bytes }: Pick<Picture, "type" | "bytes">): Size | undefined {
  const size = type === "image/jpeg" ? readJpegSize(bytes) : readPngSize(bytes);
  return size && size.width > 0 && size.height > 0 && size.width * size.height <= maxPixels ? size : undefined;
}

/** Walks the segments to the frame header. pdfkit embeds a JPEG without decoding it. */
function readJpegSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  let at = 2;
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      const channels = bytes[at + 9] ?? 0;
      const isUsual = marker <= 0xc2 && bytes[at + 4] === 8 && (channels === 1 || channels === 3);
      return isUsual ? { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) } : undefined;
    }
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2) return undefined;
    at += 2 + length;
  }
  return undefined;
}

const pngChannels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/**
 * Inflates the PNG once, up to the size its header promises: pdfkit inflates it in a callback, where an error would
 * end the process.
 */
function readPngSize(bytes: Buffer): Size | undefined {
  const signature = "89504e470d0a1a0a";
  if (bytes.length < 33 || bytes.toString("hex", 0, 8) !== signature || bytes.toString("latin1", 12, 16) !== "IHDR")
    return undefined;
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const channels = pngChannels[bytes[25] ?? -1];
  const isInterlaced = bytes[28] !== 0;
  if (channels === undefined || bytes[24] !== 8 || isInterlaced || width * height > maxPixels) return undefined;
  const packed: Buffer[] = [];
  let ended = false;
  for (let at = 8; at + 12 <= bytes.length && !ended;) {
    const length = bytes.readUInt32BE(at);
    const name = bytes.toString("latin1", at + 4, at + 8);
    if (at + 12 + length > bytes.length) return undefined;
    if (name === "PLTE" && (length % 3 !== 0 || length > 768)) return undefined;
    if (name === "IDAT") packed.push(bytes.subarray(at + 8, at + 8 + length));
    ended = name === "IEND";
    at += 12 + length;
  }
  const rowBytes = width * channels + 1;
  if (!ended || (bytes[25] === 3 && !bytes.includes("PLTE"))) return undefined;
  try {
    const rows = inflateSync(Buffer.concat(packed), { maxOutputLength: rowBytes * height + 1 });
    if (rows.length !== rowBytes * height) return undefined;
    for (let row = 0; row < height; row += 1) if ((rows[row * rowBytes] ?? 9) > 4) return undefined;
    return { width, height };
  } catch {
    return undefined;
  }
}
