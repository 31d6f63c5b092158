import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { contrast, colourPairs } from "./colours.ts";

const web = path.join(import.meta.dirname, "..");
const read = (pattern: string) =>
  globSync(pattern, { cwd: web })
    .sort()
    .map((file) => ({ file, source: readFileSync(path.join(web, file), "utf8") }));

/** Values that only design tokens may define: colours, font sizes and weights, radii and durations. */
const ownValues: readonly { readonly what: string; readonly written: RegExp }[] = [
  { what: "a colour", written: /#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(|:\s*(?:white|black)\b/i },
  { what: "a font size", written: /font-size:(?!\s*(?:var\(--size-|inherit|[\d.]+em\b))/ },
  { what: "a font weight", written: /font-weight:(?!\s*(?:var\(--weight-|inherit))/ },
  { what: "a radius", written: /border-radius:(?!\s*(?:var\(--|0\b|50%|inherit))/ },
  { what: "a duration", written: /transition[^;]*\s(?!0\.01ms)[\d.]+m?s\b/ },
];

test("styles use design tokens for colours, type, radii and durations", () => {
  const found = read("**/*.css")
    .filter(({ file }) => !/^styles\/(tokens|fonts)\.css$/.test(file))
    .flatMap(({ file, source }) =>
      source
        .replaceAll(/\/\*.*?\*\//gs, (comment) => comment.replaceAll(/[^\n]/g, " "))
        .split("\n")
        .flatMap((line, at) =>
          ownValues
            .filter(({ written }) => written.test(line))
            .map(({ what }) => `${file}:${at + 1}: ${what} without a token: ${line.trim()}`),
        ),
    );
  expect(found).toEqual([]);
});

test("breakpoints are in em, so that large text gets the narrower layout (WCAG 1.4.4)", () => {
  const dots = /\((?:min|max)-width:\s*[\d.]+px\)|\bwidth\s*[<>]=?\s*[\d.]+px/g;
  const found = [...read("**/*.css"), ...read("**/*.{ts,tsx}")]
    .filter(({ file }) => !file.endsWith(".test.ts"))
    .flatMap(({ file, source }) => [...source.matchAll(dots)].map(([width]) => `${file}: ${width}`));
  expect(found).toEqual([]);
});

test("the design page shows every component", () => {
  const page = [...read("design/*.tsx"), ...read("ui/Frame.tsx")] // the design page uses Frame itself
    .map(({ source }) => source)
    .join("\n");
  const missing = read("ui/*.tsx")
    .filter(({ file }) => !/icons|illustrations|RouteOutlet|\.test\./.test(file))
    .flatMap(({ file, source }) =>
      [...source.matchAll(/^export (?:function|const) ([A-Z]\w+)/gm)].map(([, name = ""]) => ({ file, name })),
    )
    .filter(({ name }) => !new RegExp(`<${name}[\\s/>]`).test(page))
    .map(({ file, name }) => `${file}: ${name}`);
  expect(missing).toEqual([]);
});

test.each(["light", "dark"])("text has enough contrast in the %s theme (WCAG 1.4.3)", (theme) => {
  const tokens = readFileSync(path.join(web, "styles/tokens.css"), "utf8");
  const at = theme === "light" ? 1 : 2;
  const valueOf = (name: string) =>
    new RegExp(`--${name}: light-dark\\((#[\\da-f]{6}), (#[\\da-f]{6})\\);`).exec(tokens)?.[at] ?? "";
  const unread = colourPairs
    .map(({ on, ink, least }) => ({ line: `${ink} on ${on}`, least, is: contrast(valueOf(on), valueOf(ink)) }))
    .filter(({ is, least }) => !(is >= least));
  expect(unread).toEqual([]);
});
