import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { contrast, colourPairs } from "./colours.ts";

const web = path.join(import.meta.dirname, "..");
const read = (pattern: string) =>
  globSync(pattern, { cwd: web })
    .sort()
    .map((file) => ({ file, source: readFileSync(path.join(web, file), "utf8") }));

/** What `--` values are for: no other place names a colour, a size of letters, a corner or a duration. */
const ownValues: readonly { readonly what: string; readonly written: RegExp }[] = [
  { what: "a colour", written: /#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(|:\s*(?:white|black)\b/i },
  { what: "a size of letters", written: /font-size:(?!\s*(?:var\(--size-|inherit|[\d.]+em\b))/ },
  { what: "a weight of letters", written: /font-weight:(?!\s*(?:var\(--weight-|inherit))/ },
  { what: "a corner", written: /border-radius:(?!\s*(?:var\(--|0\b|50%|inherit))/ },
  { what: "a duration", written: /transition[^;]*\s(?!0\.01ms)[\d.]+m?s\b/ },
];

test("nothing is drawn with a colour, a letter, a corner or a duration that is not of the language", () => {
  const found = read("**/*.css")
    .filter(({ file }) => !/^styles\/(tokens|fonts)\.css$/.test(file))
    .flatMap(({ file, source }) =>
      source
        .replaceAll(/\/\*.*?\*\//gs, (comment) => comment.replaceAll(/[^\n]/g, " "))
        .split("\n")
        .flatMap((line, at) =>
          ownValues
            .filter(({ written }) => written.test(line))
            .map(({ what }) => `${file}:${at + 1}: ${what} of its own: ${line.trim()}`),
        ),
    );
  expect(found).toEqual([]);
});

test("WCAG 1.4.4: a layout changes at a width of letters, so that whoever set larger ones gets the narrower layout", () => {
  const dots = /\((?:min|max)-width:\s*[\d.]+px\)|\bwidth\s*[<>]=?\s*[\d.]+px/g;
  const found = [...read("**/*.css"), ...read("**/*.{ts,tsx}")]
    .filter(({ file }) => !file.endsWith(".test.ts"))
    .flatMap(({ file, source }) => [...source.matchAll(dots)].map(([width]) => `${file}: ${width}`));
  expect(found).toEqual([]);
});

test("the living page shows every component there is", () => {
  const page = [...read("design/*.tsx"), ...read("ui/Frame.tsx")] // the page stands in a frame itself; what shows a screen draws nothing of its own
    .map(({ source }) => source)
    .join("\n");
  const missing = read("ui/*.tsx")
    .filter(({ file }) => !/icons|illustrations|Shown|\.test\./.test(file))
    .flatMap(({ file, source }) =>
      [...source.matchAll(/^export (?:function|const) ([A-Z]\w+)/gm)].map(([, name = ""]) => ({ file, name })),
    )
    .filter(({ name }) => !new RegExp(`<${name}[\\s/>]`).test(page))
    .map(({ file, name }) => `${file}: ${name}`);
  expect(missing).toEqual([]);
});

test.each(["light", "dark"])("WCAG 1.4.3: what stands on what can be read in the %s theme", (theme) => {
  const tokens = readFileSync(path.join(web, "styles/tokens.css"), "utf8");
  const at = theme === "light" ? 1 : 2;
  const valueOf = (name: string) =>
    new RegExp(`--${name}: light-dark\\((#[\\da-f]{6}), (#[\\da-f]{6})\\);`).exec(tokens)?.[at] ?? "";
  const unread = colourPairs
    .map(({ on, ink, least }) => ({ line: `${ink} on ${on}`, least, is: contrast(valueOf(on), valueOf(ink)) }))
    .filter(({ is, least }) => !(is >= least));
  expect(unread).toEqual([]);
});
