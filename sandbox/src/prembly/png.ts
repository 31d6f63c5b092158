import { crc32, deflateSync } from "node:zlib";

export type Colour = readonly [red: number, green: number, blue: number];
/** What stands at a point; coordinates run from 0 to 1, from the top left. */
export type Painting = (x: number, y: number) => Colour;

const samplesPerSide = 3; // each pixel is the mean of nine points, which smooths its edges

/** Draws a picture as the bytes of a PNG file: the same picture, the same bytes. */
export function paintPng(width: number, height: number, painting: Painting): Buffer {
  const rows = Buffer.alloc(height * (1 + width * 3)); // each row begins with its filter, 0 for none
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows.set(pixel(x, y, width, height, painting), y * (1 + width * 3) + 1 + x * 3);
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

function pixel(x: number, y: number, width: number, height: number, painting: Painting): number[] {
  const sum = [0, 0, 0];
  for (let sample = 0; sample < samplesPerSide ** 2; sample++) {
    const acrossX = ((sample % samplesPerSide) + 0.5) / samplesPerSide;
    const acrossY = (Math.floor(sample / samplesPerSide) + 0.5) / samplesPerSide;
    const colour = painting((x + acrossX) / width, (y + acrossY) / height);
    for (let at = 0; at < 3; at++) sum[at] = (sum[at] ?? 0) + (colour[at] ?? 0);
  }
  return sum.map((total) => Math.round(total / samplesPerSide ** 2));
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}
