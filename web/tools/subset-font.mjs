/**
 * Subsets Inter to the characters that the product uses, and limits its weight axis to the weights in the styles.
 * Run it by hand when a new character is needed (`node tools/subset-font.mjs`); the resulting files are committed.
 *
 * Three files of one family, because the package ships the typeface in pieces: a browser fetches the second and
 * third only if a page contains one of their characters.
 */
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import subsetFont from "subset-font";

const require = createRequire(import.meta.url);
const source = path.dirname(require.resolve("@fontsource-variable/inter/package.json"));
const target = path.join(import.meta.dirname, "../src/styles/fonts");

/**
 * Characters in both cases, and combined with high, low and mid tone marks where Unicode has no precomposed
 * character.
 */
const both = (letters) => [...letters].flatMap((letter) => [letter, letter.toUpperCase()]).join("");
const ascii = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join("");

const pieces = [
  {
    from: "latin",
    to: "inter-latin",
    text: ascii + both("àáâãäåæçèéêëìíîïñòóôõöøùúûüý") + "\u00a0©®°±²³·×÷§¶ß–—‘’“”…•‹›−€\u2009\u202f",
  },
  { from: "latin-ext", to: "inter-naira", text: "₦" + both("ṣƙɓɗṅńǹāēīōūƴ") },
  { from: "vietnamese", to: "inter-tones", text: both("ẹịọụẽĩũạ") + "\u0300\u0301\u0303\u0304\u0323" },
];

for (const piece of pieces) {
  const font = await readFile(path.join(source, "files", `inter-${piece.from}-wght-normal.woff2`));
  const cut = await subsetFont(font, piece.text, {
    targetFormat: "woff2",
    variationAxes: { wght: { min: 400, max: 700 } },
    // tabular figures, kerning, joining and mark placement; alternates for code and titles are dropped
    keepFeatures: ["kern", "mark", "mkmk", "ccmp", "locl", "tnum", "calt", "case"],
    noHinting: true,
  });
  await writeFile(path.join(target, `${piece.to}.woff2`), cut);
  console.log(`${piece.to}.woff2 ${(cut.length / 1024).toFixed(1)} kB from ${(font.length / 1024).toFixed(1)} kB`);
}
await copyFile(path.join(source, "LICENSE"), path.join(target, "OFL.txt"));
