import { inflateSync } from "node:zlib";

/** All that a PDF holds, its packed parts opened, and what its pages show where they name letters by their place in a font. */
export function textsOfPdf(pdf: Buffer): string {
  const text = pdf.toString("latin1");
  const streams = [...text.matchAll(/stream\r?\n([^]*?)\r?\nendstream/g)].map(([, part = ""]) => opened(part));
  const fonts = streams.filter((stream) => stream.includes("begincmap")).map(lettersOf);
  const shown = streams
    .filter((stream) => /\bTJ\b|\bTj\b/.test(stream))
    .map((stream) => [...stream.matchAll(/<([0-9a-fA-F]+)>/g)].map(([, hex = ""]) => hex).join(""));
  const read = fonts.flatMap((letters) =>
    shown.map((hex) => (hex.match(/.{4}/g) ?? []).map((place) => letters.get(parseInt(place, 16)) ?? "").join("")),
  );
  const plain = shown.map((hex) => Buffer.from(hex, "hex").toString("latin1"));
  return [text, ...streams, ...read, ...plain].join("\n");
}

function opened(part: string): string {
  try {
    return inflateSync(Buffer.from(part, "latin1")).toString("latin1");
  } catch {
    return part; // it was not packed
  }
}

/** A font's letters by their places in it. */
function lettersOf(map: string): ReadonlyMap<number, string> {
  const letters = new Map<number, string>();
  const put = (place: number, hex: string) => letters.set(place, String.fromCharCode(...codesOf(hex)));
  for (const [, rows = ""] of map.matchAll(/beginbfrange([^]*?)endbfrange/g))
    for (const [, first = "", , list, start] of rows.matchAll(
      /<([0-9a-fA-F]+)>\s*<([0-9a-fA-F]+)>\s*(?:\[([^\]]*)\]|<([0-9a-fA-F]+)>)/g,
    )) {
      const from = parseInt(first, 16);
      for (const [at, [, hex = ""]] of [...(list ?? "").matchAll(/<([0-9a-fA-F ]+)>/g)].entries()) put(from + at, hex);
      if (start !== undefined) put(from, start);
    }
  for (const [, rows = ""] of map.matchAll(/beginbfchar([^]*?)endbfchar/g))
    for (const [, place = "", hex = ""] of rows.matchAll(/<([0-9a-fA-F]+)>\s*<([0-9a-fA-F]+)>/g))
      put(parseInt(place, 16), hex);
  return letters;
}

const codesOf = (hex: string) => (hex.replaceAll(" ", "").match(/.{4}/g) ?? []).map((code) => parseInt(code, 16));
