import { crc32, deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";

/**
 * Whether a file is rejected by type, rejected as unreadable, drawn, or either of the last two, depending on the
 * decoder.
 */
export type ExpectedOutcome = "type" | "unreadable" | "drawn" | "either";
export type HostileFile = { readonly name: string; readonly bytes: Buffer; readonly expected: ExpectedOutcome };

/** Marker in uploads that must not remain in the output. */
export const canary = "CANARY<script>alert(1)</script>";

/** A picture in which neighbouring pixels differ, so that it hardly compresses. */
export function noisePicture(width: number, height: number, channels: 3 | 4 = 3): Sharp {
  const raw = Buffer.from(
    Uint8Array.from({ length: width * height * channels }, (_, at) => (at * 2_654_435_761) >>> 24),
  );
  return sharp(raw, { raw: { width, height, channels } });
}

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const pngMagic = Buffer.from("89504e470d0a1a0a", "hex");

function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  return Buffer.concat([uint32(data.length), named, uint32(crc32(named))]);
}
const pngHeader = (width: number, height: number, [depth, colour, interlace] = [8, 2, 0]) =>
  pngChunk(
    "IHDR",
    Buffer.concat([uint32(width), uint32(height), Buffer.from([depth ?? 8, colour ?? 2, 0, 0, interlace ?? 0])]),
  );
const pngFile = (...chunks: readonly Buffer[]) =>
  Buffer.concat([pngMagic, ...chunks, pngChunk("IEND", Buffer.alloc(0))]);
const pixelData = (bytes: number) => pngChunk("IDAT", deflateSync(Buffer.alloc(bytes)));
const decompressionBomb = deflateSync(Buffer.alloc(200_000_000));

/** Inserts chunks after the header of a PNG. */
const withChunk = (file: Buffer, ...chunks: readonly Buffer[]) =>
  Buffer.concat([file.subarray(0, 33), ...chunks, file.subarray(33)]);
/** Inserts segments after the first marker of a JPG. */
const withSegment = (file: Buffer, marker: number, ...contents: readonly Buffer[]) =>
  Buffer.concat([
    file.subarray(0, 2),
    ...contents.map((content) => {
      const head = Buffer.from([0xff, marker, 0, 0]);
      head.writeUInt16BE(content.length + 2, 2);
      return Buffer.concat([head, content]);
    }),
    file.subarray(2),
  ]);

/** The same JPG with another size in its header. */
function withDeclaredSize(jpg: Buffer, width: number, height: number): Buffer {
  const at = jpg.indexOf(Buffer.from([0xff, 0xc0]));
  const file = Buffer.from(jpg);
  file.writeUInt16BE(height, at + 5);
  file.writeUInt16BE(width, at + 7);
  return file;
}

/** A JPG that repeats its last scan, up to 1.9 MB. */
function withManyScans(progressive: Buffer): Buffer {
  const at = progressive.lastIndexOf(Buffer.from([0xff, 0xda]));
  const scan = progressive.subarray(at, progressive.length - 2);
  const times = Math.floor((1_900_000 - progressive.length) / scan.length);
  return Buffer.concat([
    progressive.subarray(0, -2),
    ...Array.from({ length: times }, () => scan),
    progressive.subarray(-2),
  ]);
}

/** Files that attack a decoder, all below 2 MB. [T-57] */
export async function hostileFiles(): Promise<readonly HostileFile[]> {
  const good = noisePicture(320, 240);
  const [jpg, png, gif, webp, tiff, avif] = await Promise.all([
    good.clone().jpeg().toBuffer(),
    good.clone().png().toBuffer(),
    good.clone().gif().toBuffer(),
    good.clone().webp().toBuffer(),
    good.clone().tiff().toBuffer(),
    noisePicture(64, 64).avif().toBuffer(),
  ]);
  const progressive = await good.clone().jpeg({ progressive: true }).toBuffer();
  const flat = await sharp({ create: { width: 2_000, height: 2_000, channels: 3, background: "#fff" } })
    .jpeg({ progressive: true })
    .toBuffer();
  const place = await good
    .clone()
    .withExif({ IFD0: { Make: "CANARY" }, IFD3: { GPSLatitude: "6/1 27/1 0/1", GPSLongitude: "3/1 23/1 0/1" } })
    .jpeg()
    .toBuffer();
  const large = async (channels: 3 | 4) =>
    sharp({ create: { width: 4_000, height: 4_000, channels, background: "#fff" } });
  const deep = async (side: number) =>
    sharp({ create: { width: side, height: side, channels: 4, background: "#fff" } })
      .toColourspace("rgb16")
      .png({ progressive: true })
      .toBuffer();
  const zip = Buffer.from("504b0506000000000000000000000000000000000000", "hex");
  const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`);
  const heic = Buffer.concat([uint32(24), Buffer.from("ftypheic\0\0\0\0mif1heic")]);
  const foreign: Readonly<Record<string, Buffer>> = {
    svg,
    gif,
    webp,
    tiff,
    avif,
    heic,
    zip,
    "svg with a prologue": Buffer.concat([
      Buffer.from('<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>'),
      svg,
    ]),
    "animated gif": Buffer.concat([gif.subarray(0, -1), gif.subarray(13)]),
    bmp: Buffer.concat([Buffer.from("BM"), Buffer.alloc(100)]),
    ico: Buffer.from("00000100010010100000", "hex"),
    pdf: Buffer.from("%PDF-1.7\n%%EOF"),
    postscript: Buffer.from("%!PS-Adobe-3.0 EPSF-3.0\n"),
    gzip: Buffer.from("1f8b0800000000000003", "hex"),
    elf: Buffer.from("7f454c46020101", "hex"),
    html: Buffer.from("<!doctype html><script>alert(1)</script>"),
    mvg: Buffer.from("push graphic-context\nviewbox 0 0 1 1\nimage over 0,0 0,0 'https://evil.example/x'\n"),
    "jpeg 2000": Buffer.from("0000000c6a5020200d0a870a", "hex"),
    "jpeg xl": Buffer.from("0000000c4a584c200d0a870a", "hex"),
    text: Buffer.from("not a picture"),
    "one byte": Buffer.from([0xff]),
    "half a magic number": pngMagic.subarray(0, 7),
    zeros: Buffer.alloc(1_000),
  };
  const files: HostileFile[] = [];
  const add = (fate: ExpectedOutcome, named: Readonly<Record<string, Buffer>>) => {
    for (const [name, bytes] of Object.entries(named)) files.push({ name, bytes, expected: fate });
  };
  add("type", foreign);
  for (const [name, bytes] of Object.entries(foreign))
    add("unreadable", {
      [`${name} after the magic number of a PNG`]: Buffer.concat([pngMagic, bytes]),
      [`${name} after the magic number of a JPG`]: Buffer.concat([jpg.subarray(0, 3), bytes]),
    });
  for (let part = 1; part < 20; part += 1)
    for (const [name, file] of [
      ["JPG", jpg],
      ["progressive JPG", progressive],
      ["PNG", png],
    ] as const)
      add("unreadable", { [`${name} cut at ${part * 5} %`]: file.subarray(0, Math.floor((file.length * part) / 20)) });
  for (let seed = 1; seed <= 60; seed += 1) {
    const file = Buffer.from(seed % 2 ? jpg : png);
    for (let hit = 0; hit < seed; hit += 1)
      file[20 + ((seed * 7_919 + hit * 104_729) % (file.length - 20))] = seed * hit;
    add("either", { [`${seed} bytes of a ${seed % 2 ? "JPG" : "PNG"} replaced`]: file });
  }
  for (const [width, height] of [
    [65_535, 65_535],
    [2_147_483_647, 2_147_483_647],
    [4_001, 4_000],
    [16_000_001, 1],
    [1, 16_000_001],
    [0, 0],
    [0, 1],
  ] as const)
    add("unreadable", {
      [`a PNG that declares ${width} × ${height}`]: pngFile(pngHeader(width, height), pixelData(1_000)),
    });
  for (const [width, height] of [
    [65_535, 65_535],
    [4_001, 4_000],
    [0, 0],
    [65_500, 300],
  ] as const)
    add("unreadable", { [`a JPG that declares ${width} × ${height}`]: withDeclaredSize(jpg, width, height) });
  add("either", {
    "a JPG that declares more than it contains": withDeclaredSize(jpg, 4_000, 4_000),
    "a PNG of 4000 × 4000 without its pixels": pngFile(pngHeader(4_000, 4_000), pixelData(10)),
    "a palette PNG without a palette": pngFile(pngHeader(100, 100, [8, 3, 0]), pixelData(10_100)),
    "a PNG with 200 MB of excess pixels": pngFile(pngHeader(10, 10), pngChunk("IDAT", decompressionBomb)),
    "a PNG with a decompression bomb as text": withChunk(
      png,
      pngChunk("zTXt", Buffer.concat([Buffer.from("a\0\0"), decompressionBomb])),
    ),
    "a PNG with a decompression bomb as profile": withChunk(
      png,
      pngChunk("iCCP", Buffer.concat([Buffer.from("a\0\0"), decompressionBomb])),
    ),
    "a PNG with 50,000 chunks": withChunk(
      png,
      ...Array.from({ length: 50_000 }, () => pngChunk("tEXt", Buffer.from("a\0b"))),
    ),
    "a JPG with as many scans as fit": withManyScans(flat),
    "a JPG with 5,000 comments": withSegment(jpg, 0xfe, ...Array.from({ length: 5_000 }, () => Buffer.from(canary))),
    "an invalid EXIF": withSegment(jpg, 0xe1, Buffer.concat([Buffer.from("Exif\0\0"), Buffer.alloc(60_000, 0xa5)])),
    "an EXIF with orientation nine": withSegment(
      jpg,
      0xe1,
      Buffer.from("4578696600004d4d002a00000008000101120003000000010009000000000000", "hex"),
    ),
    "a JPG with an invalid profile": withSegment(
      jpg,
      0xe2,
      Buffer.concat([Buffer.from("ICC_PROFILE\0\x01\x01", "latin1"), Buffer.alloc(60_000, 0x5a)]),
    ),
    "a PNG with an invalid profile": withChunk(
      png,
      pngChunk("iCCP", Buffer.concat([Buffer.from("a\0\0"), deflateSync(Buffer.alloc(60_000, 0x5a))])),
    ),
  });
  add("unreadable", {
    "an interlaced picture of 16 MP and 16 bits": await deep(4_000),
    "an interlaced picture just too large": await deep(2_001),
    "a progressive JPG of 16 MP": await (await large(3)).jpeg({ progressive: true }).toBuffer(),
  });
  add("drawn", {
    "16 MP, upright": await (await large(3)).jpeg().toBuffer(),
    "16 MP, rotated": await (await large(4)).png().withMetadata({ orientation: 6 }).toBuffer(),
    "an interlaced picture just small enough": await deep(2_000),
    CMYK: await good.clone().toColourspace("cmyk").jpeg().toBuffer(),
    greyscale: await good.clone().greyscale().png().toBuffer(),
    "one pixel": await noisePicture(1, 1).png().toBuffer(),
    "a strip": await noisePicture(3_000, 1).png().toBuffer(),
    "GPS coordinates": place,
    "a JPG that is also a ZIP": Buffer.concat([jpg, Buffer.from(canary), zip]),
    "a PNG that is also HTML": Buffer.concat([png, Buffer.from(canary)]),
    "a PNG with a script in a text": withChunk(png, pngChunk("tEXt", Buffer.from(`Comment\0${canary}`))),
    "a JPG with a script in a comment": withSegment(jpg, 0xfe, Buffer.from(canary)),
    "an animated PNG": withChunk(png, pngChunk("acTL", Buffer.from("0000000200000000", "hex"))),
    "a PNG with XMP metadata": withChunk(png, pngChunk("iTXt", Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${canary}`))),
  });
  return files;
}
