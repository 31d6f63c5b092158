import { readFileSync } from "node:fs";
import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Block, Picture } from "./document.ts";
import { drawDocument, drawQueued } from "./draw.ts";
import { isPrintable, toPrintable } from "./font-coverage.ts";
import { breakLines } from "./break-lines.ts";
import { readImageSize } from "./image-size.ts";
import { queueLongDocument } from "./long-document-queue.ts";
import { parsePdf } from "./testing/parse-pdf.ts";

const at = new Date("2026-11-21T10:00:00Z");
const draw = async (...blocks: readonly Block[]) =>
  parsePdf(await drawDocument({ title: "A document", blocks, footer: "The footer" }, at));
const table = (rows: number, columns: number, text: (row: number, column: number) => string): Block => ({
  kind: "table",
  title: "Rows",
  columns: Array.from({ length: columns }, (_none, column) => ({ label: `Column ${column}` })),
  rows: Array.from({ length: rows }, (_row, row) =>
    Array.from({ length: columns }, (_none, column) => text(row, column)),
  ),
});

describe("drawDocument", () => {
  test("draws a tagged PDF/A-2a with title, language and reading order", async () => {
    const {
      raw,
      elements,
      spokenText: heard,
    } = await draw(
      {
        kind: "facts",
        rows: [{ label: "Asked by", value: "Ada" }],
        qr: { address: "https://x.example/verify/A", alt: "The code", caption: ["A"] },
      },
      { kind: "note", tone: "caution", text: "Keep it safe." },
      { kind: "fields", title: "Who", fields: [{ label: "Name", value: "Ṣọlá Adébáyọ̀ ƙɓɗ ụị ₦" }] },
      table(2, 2, (row, column) => `cell ${row}${column}`),
      {
        kind: "amounts",
        title: "Sums",
        rows: [{ label: "NIN", value: "₦500" }],
        total: { label: "Total", value: "₦588" },
      },
    );
    for (const part of [
      "/Lang (en-NG)",
      "/Marked true",
      "/StructTreeRoot",
      "/DisplayDocTitle true",
      "Idanimo: A document</rdf:li>",
      "<pdfaid:part>2</pdfaid:part>",
      "/Alt (The code)",
      "/Scope /Column",
    ])
      expect(raw).toContain(part);
    expect(elements).toEqual(
      expect.arrayContaining([
        "Document",
        "H1",
        "H2",
        "P",
        "Table",
        "TR",
        "TH",
        "TD",
        "L",
        "LI",
        "Lbl",
        "LBody",
        "Figure",
      ]),
    );
    expect(heard).toBe(
      "Idanimo A document Asked by Ada A Keep it safe. Who Name Ṣọlá Adébáyọ̀ ƙɓɗ ụị ₦ Rows Column 0 Column 1 cell 00 cell 01 cell 10 cell 11 Sums NIN ₦500 Total ₦588",
    );
  });

  test("tags each table row once and repeats the header on each page as an artifact", async () => {
    const { pages, spokenText: heard } = await draw(
      table(1000, 4, (row, column) => (column === 0 ? `row-${row}.` : "text")),
    );
    for (let row = 0; row < 1000; row += 1) expect(heard.split(`row-${row}.`)).toHaveLength(2);
    expect(heard.match(/Column 0/g)).toHaveLength(1);
    expect(pages.length).toBeGreaterThan(10);
    for (const [number, page] of pages.entries()) {
      expect(page.at(-1)?.text).toBe(`Page ${number + 1} of ${pages.length}`);
      if (number > 0) expect(page[0]).toEqual({ tag: "Artifact", text: "Column 0" });
    }
  });

  test.each(["table", "facts", "amounts"] as const)(
    "queues a long document of %s and yields to the event loop [T-72]",
    async (kind) => {
      const rows = Array.from({ length: 501 }, () => ({ label: "NIN", value: "₦500" }));
      const block: Block = kind === "table" ? table(501, 2, () => "x") : { kind, rows };
      const document = { title: "A document", blocks: [block], footer: "The footer" };
      let turns = 0;
      const tick = setInterval(() => (turns += 1), 0);
      const drawn = await Promise.all(Array.from({ length: 4 }, () => drawQueued(document, at)));
      clearInterval(tick);
      expect(drawn.map(({ ok }) => ok)).toEqual([true, true, true, false]);
      expect(turns).toBeGreaterThan(15);
      expect((await drawQueued(document, at)).ok).toBe(true);
    },
  );

  test("draws the next queued document after one fails [T-72]", async () => {
    const broken = queueLongDocument(() => Promise.reject(new Error("drawing failed")));
    const next = queueLongDocument(() => Promise.resolve("drawn"));
    await expect(broken).rejects.toThrow("drawing failed");
    expect(await next).toEqual({ ok: true, value: "drawn" });
  });

  test("draws a table that is wider than a portrait page on landscape pages", async () => {
    const { spokenText, elements, raw } = await draw(
      table(3, 14, (row, column) => `value-${row}-${column}`),
      { kind: "fields", title: "Who", fields: [{ label: "Name", value: "Ada" }] },
    );
    expect(elements).toContain("TD");
    expect(raw.match(/\/MediaBox \[0 0 [\d.]+ [\d.]+\]/g)?.map((box) => box.slice(10))).toEqual([
      "[0 0 595.28 841.89]",
      "[0 0 841.89 595.28]",
    ]);
    expect(spokenText).toMatch(/value-2-13 Who Name Ada$/);
  });

  test("draws a table that is wider than a landscape page as a list of fields for each row", async () => {
    const { spokenText: heard, elements } = await draw(table(3, 20, (row, column) => `value-${row}-${column}`));
    expect(elements).toContain("LBody");
    expect(elements).not.toContain("TD");
    for (let row = 0; row < 3; row += 1)
      for (let column = 0; column < 20; column += 1) expect(heard).toContain(`value-${row}-${column}`);
    expect(heard).toContain("Rows: 2 of 3");
  });

  test("draws a picture with values beside it, and the heading instead of the title", async () => {
    const subject: Block = { kind: "subject", picture: undefined, facts: [{ label: "NIN", value: "701 2345 6789" }] };
    const pdf = await drawDocument({ title: "A document", heading: "Ada Obi", blocks: [subject], footer: "F" }, at);
    const { spokenText, raw } = parsePdf(pdf);
    expect(spokenText).toBe("Idanimo Ada Obi NIN 701 2345 6789");
    expect(raw).not.toContain("Ada Obi"); // the properties have no name
  });

  test("breaks a word of 200 letters and splits a cell longer than a page", async () => {
    const word = Array.from({ length: 200 }, (_none, letter) => String.fromCharCode(97 + (letter % 26))).join("");
    const long = Array.from({ length: 3000 }, (_none, number) => `w${number}`).join(" ");
    const { spokenText: heard, pages } = await draw(
      table(1, 3, (_row, column) => (column === 1 ? word : column === 2 ? long : "x")),
    );
    expect(heard.replaceAll(" ", "")).toContain(word);
    expect(heard).toContain("w2999");
    expect(pages.length).toBeGreaterThan(1);
  });

  test("replaces letters that the font lacks, and explains the replacement", async () => {
    const name = await draw({ kind: "fields", fields: [{ label: "Name", value: "王小明 Adé" }] });
    expect(name.spokenText).toContain("[?] Adé");
    expect(name.spokenText).toContain("[?] replaces characters that the font of this document does not have.");
    expect((await draw({ kind: "text", text: "Adé" })).spokenText).not.toContain("[?]");
  });

  test("draws any text with letters of its own font", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: "binary", maxLength: 60 }), { minLength: 1, maxLength: 5 }),
        async (texts) => {
          const blocks: Block[] = texts.flatMap((text): Block[] => [
            { kind: "fields", title: text, fields: [{ label: text, value: text }] },
            { kind: "note", tone: "plain", text },
          ]);
          const { pages } = await draw(
            ...blocks,
            table(2, 2, () => texts[0] ?? ""),
          );
          for (const { text, tag } of pages.flat())
            expect([tag === "none", text.includes("\ufffd")]).toEqual([false, false]);
        },
      ),
      { numRuns: 15 },
    );
  });
});

describe("breakLines", () => {
  const measure = (text: string) => text.length;
  test("makes no line wider than the width and loses no letter", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z ]{0,200}$/), fc.integer({ min: 1, max: 40 }), (text, width) => {
        const lines = breakLines(text, width, measure, 1);
        expect(Math.max(...lines.map(measure))).toBeLessThanOrEqual(width);
        expect(lines.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
      }),
    );
  });
});

describe("toPrintable", () => {
  test.each(["regular", "semibold"])("accepts exactly the letters of the %s font", async (weight) => {
    const { default: PDFDocument } = await import("pdfkit");
    const doc = new PDFDocument({ font: new URL(`./fonts/inter-${weight}.ttf`, import.meta.url).pathname });
    const { font } = (doc as unknown as { _font: { font: { characterSet: readonly number[] } } })._font;
    const available = font.characterSet.filter((point) => point < 0xffff).toSorted((a, b) => a - b);
    const listed = Array.from({ length: 0xffff }, (_none, point) => point).filter(
      (point) => (point < 0xd800 || point > 0xdfff) && isPrintable(String.fromCodePoint(point)),
    );
    expect(listed).toEqual(available);
  });

  test.each([
    { text: "Ade\u0301\u0323", shown: "Ad\u1eb9\u0301", why: "combines tone marks with their letter" },
    { text: "ｆｕｌｌ", shown: "full", why: "converts full-width letters to plain ones" },
    { text: "a\u202eb\u200bc", shown: "abc", why: "removes characters that change the text direction" },
    { text: "a\n\tb\u0000c", shown: "a b c", why: "collapses white space into one space" },
    { text: "王 小 明 x", shown: "[?] x", why: "collapses a run of missing letters into one replacement" },
    { text: "Šimić", shown: "[?]imic\u0301", why: "never replaces a letter with a different one" },
  ])("$why", ({ text, shown }) => {
    expect(toPrintable(text)).toBe(shown);
  });

  test("returns only printable letters for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(isPrintable(toPrintable(text))).toBe(true);
        expect(toPrintable(toPrintable(text))).toBe(toPrintable(text));
      }),
    );
  });
});

describe("pictures of a record [T-57 T-61]", () => {
  const chunk = (name: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(name, "latin1"), data, Buffer.alloc(4)]);
  };
  const png = (
    width: number,
    height: number,
    rows: Buffer,
    but: { colour?: number; interlace?: number; end?: boolean } = {},
  ) => {
    const head = Buffer.alloc(13);
    head.writeUInt32BE(width, 0);
    head.writeUInt32BE(height, 4);
    head.set([8, but.colour ?? 6, 0, 0, but.interlace ?? 0], 8);
    return Buffer.concat([
      Buffer.from("89504e470d0a1a0a", "hex"),
      chunk("IHDR", head),
      chunk("IDAT", deflateSync(rows)),
      ...(but.end === false ? [] : [chunk("IEND", Buffer.alloc(0))]),
    ]);
  };
  const good = png(2, 2, Buffer.alloc(18, 0));
  const broken: Readonly<Record<string, Picture["bytes"]>> = {
    "inflates to more than its header declares": png(2, 2, Buffer.alloc(5_000_000)),
    "inflates to less than its header declares": png(2, 2, Buffer.alloc(10)),
    "has an invalid row filter": png(2, 2, Buffer.alloc(18, 9)),
    "has no IEND chunk": png(2, 2, Buffer.alloc(18), { end: false }),
    "is interlaced": png(2, 2, Buffer.alloc(18), { interlace: 1 }),
    "declares 100,000 by 100,000 pixels": png(100_000, 100_000, Buffer.alloc(18)),
    "has palette colours but no palette": png(2, 2, Buffer.alloc(6), { colour: 3 }),
    "is truncated": good.subarray(0, 40),
  };

  test("draws a valid picture as a figure with alternative text", async () => {
    const { elements, raw } = await draw({
      kind: "pictures",
      pictures: [{ caption: "Photo", alt: "Photo of Ada", type: "image/png", bytes: good }],
    });
    expect(elements).toContain("Figure");
    expect(raw).toContain("/Alt (Photo of Ada)");
  });

  test.each(Object.keys(broken))("replaces a picture that %s with a message", async (name) => {
    const bytes = broken[name] ?? good;
    expect(readImageSize({ type: "image/png", bytes })).toBeUndefined();
    const { spokenText: heard } = await draw({
      kind: "pictures",
      pictures: [{ caption: "Photo", alt: "x", type: "image/png", bytes }],
    });
    expect(heard).toContain("could not be printed");
  });

  test("accepts any bytes after a JPEG signature without an error", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 80 }), async (tail) => {
        const bytes = Buffer.concat([Buffer.from("ffd8ff", "hex"), tail]);
        await draw({ kind: "pictures", pictures: [{ caption: "Photo", alt: "x", type: "image/jpeg", bytes }] });
      }),
      { numRuns: 30 },
    );
    const frame = Buffer.from("ffd8ffc0000b080040003001011100ffd9", "hex");
    expect(readImageSize({ type: "image/jpeg", bytes: frame })).toEqual({ width: 48, height: 64 });
  });
});

test("the fonts have the SIL Open Font License beside them", () => {
  expect(readFileSync(new URL("./fonts/OFL.txt", import.meta.url), "utf8")).toContain("SIL OPEN FONT LICENSE");
});
