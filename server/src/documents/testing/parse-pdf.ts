import { inflateSync } from "node:zlib";

/** Parses our PDFs in tests: the texts of each page in content order, with their structure tags. */

export type PdfPiece = {
  /** Structure tag: `P`, `TD`, `Artifact`. */
  readonly tag: string;
  readonly text: string;
};
export type ParsedPdf = {
  readonly pages: readonly (readonly PdfPiece[])[];
  /** What a screen reader reads, on one line: everything but artifacts. */
  readonly spokenText: string;
  /** Types of the structure elements, in file order. */
  readonly elements: readonly string[];
  /** The PDF objects, inflated. */
  readonly raw: string;
};

function objectsOf(pdf: Buffer): ReadonlyMap<string, string> {
  const text = pdf.toString("latin1");
  return new Map(
    [...text.matchAll(/(\d+) 0 obj\n([^]*?)\nendobj/g)].map(([, id = "", body = ""]) => {
      const stream = /stream\r?\n([^]*)\r?\nendstream/.exec(body);
      if (!stream?.[1] || !body.includes("/FlateDecode")) return [id, body];
      try {
        const plain = inflateSync(Buffer.from(stream[1], "latin1")).toString("latin1");
        return [id, body.slice(0, stream.index) + plain];
      } catch {
        return [id, body];
      }
    }),
  );
}

/** Text by glyph id of one font, from its ToUnicode map. */
function glyphMapOf(map: string): ReadonlyMap<number, string> {
  const letters = new Map<number, string>();
  const decode = (hex: string) =>
    String.fromCharCode(...(hex.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)));
  for (const [, from = "", list = ""] of map.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g))
    for (const [at, [, hex = ""]] of [...list.matchAll(/<([0-9a-f ]*)>/g)].entries())
      letters.set(Number.parseInt(from, 16) + at, decode(hex.replaceAll(" ", "")));
  return letters;
}

export function parsePdf(pdf: Buffer): ParsedPdf {
  const objects = objectsOf(pdf);
  const of = (id: string | undefined) => objects.get(id ?? "") ?? "";
  const refIn = (body: string, name: string) => new RegExp(`/${name} (\\d+) 0 R`).exec(body)?.[1];
  const root = [...objects.values()].find((body) => body.includes("/Type /Pages")) ?? "";
  const pageIds = [...(/\/Kids \[([^\]]*)\]/.exec(root)?.[1] ?? "").matchAll(/(\d+) 0 R/g)].map(([, id]) => id);
  const pages = pageIds.map((id) => {
    const page = of(id);
    const resources = of(refIn(page, "Resources")) || page;
    const fontBlock = /\/Font <<([^>]*)>>/.exec(resources)?.[1] ?? "";
    const fonts = new Map(
      [...fontBlock.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, ref]) => [
        name ?? "",
        glyphMapOf(of(refIn(of(ref), "ToUnicode"))),
      ]),
    );
    const pieces: PdfPiece[] = [];
    const tags: string[] = [];
    let isNew = true;
    let font: ReadonlyMap<number, string> | undefined;
    const operators = /\/(\w+) (?:<<[^]*?>>)? ?(?:BDC|BMC)|\bEMC\b|\bBT\b|\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g;
    for (const [complete, tag, fontName, shown] of of(refIn(page, "Contents")).matchAll(operators)) {
      if (tag !== undefined) tags.push(tag);
      else if (complete === "EMC") tags.pop();
      else if (complete === "BT") isNew = true;
      else if (fontName !== undefined) font = fonts.get(fontName);
      else {
        const hex = [...(shown ?? "").matchAll(/<([0-9a-f]*)>/g)].map(([, part]) => part ?? "").join("");
        const text = (hex.match(/.{4}/g) ?? []).map((glyph) => font?.get(Number.parseInt(glyph, 16)) ?? "\ufffd");
        // combining marks are placed by operators of their own inside the same text block
        const before = isNew ? undefined : pieces.pop();
        pieces.push({ tag: tags.at(-1) ?? "none", text: (before?.text ?? "") + text.join("") });
        isNew = false;
      }
    }
    return pieces;
  });
  const raw = [...objects.values()].join("\n");
  const heard = pages
    .flat()
    .filter(({ tag }) => tag !== "Artifact")
    .map(({ text }) => text)
    .join(" ");
  return { pages, spokenText: heard, elements: [...raw.matchAll(/\/S \/(\w+)/g)].map(([, type]) => type ?? ""), raw };
}
