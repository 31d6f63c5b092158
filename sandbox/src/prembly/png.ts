import { crc32, deflateSync } from "node:zlib";

export type Colour = readonly [red: number, green: number, blue: number];
/** The colour at a point; coordinates run from 0 to 1, from the top left. */
export type PixelColourAt = (x: number, y: number) => Colour;

/** Each pixel is the mean of four points, which smooths its edges. */
const samplesAt = [0.25, 0.75] as const;

/** Draws a picture as the bytes of a PNG file. Deterministic. */
export function paintPng(width: number, height: number, painting: PixelColourAt): Buffer {
  const rows = Buffer.alloc(height * (1 + width * 3)); // each row begins with its filter, 0 for none
  let at = 0;
  for (let y = 0; y < height; y++) {
    at++;
    for (let x = 0; x < width; x++, at += 3) {
      let [red, green, blue] = [0, 0, 0];
      for (const down of samplesAt)
        for (const across of samplesAt) {
          const colour = painting((x + across) / width, (y + down) / height);
          red += colour[0];
          green += colour[1];
          blue += colour[2];
        }
      rows[at] = red / samplesAt.length ** 2;
      rows[at + 1] = green / samplesAt.length ** 2;
      rows[at + 2] = blue / samplesAt.length ** 2;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8); // 8 bits, true colour, no interlace
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}
