import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

const root = path.join(import.meta.dirname, "../../..");

function selectorsIn(css: string): readonly string[] {
  const lists = css.replace(/\/\*[\s\S]*?\*\//g, "").match(/[^{};]+(?=\{)/g) ?? [];
  return lists
    .filter((list) => !list.trim().startsWith("@"))
    .flatMap((list) => list.split(/,(?![^(]*\))/))
    .map((selector) => selector.trim());
}

/** The parts of a selector that react to a pointer, except those of links and summaries, which are never disabled. */
const answersIn = (selector: string): readonly string[] =>
  selector
    .split(/[\s>+~]+(?![^(]*\))/)
    .filter((part) => /:(hover|active)\b/.test(part) && !/^(a|summary)\b/.test(part));

describe("hover and active styles", () => {
  const files = globSync(["web/src/**/*.css", "server/src/pages/*.css"], { cwd: root });

  test.each(files)("do not change a disabled control: %s", (file) => {
    const answers = selectorsIn(readFileSync(path.join(root, file), "utf8")).flatMap(answersIn);
    expect(
      answers.filter((part) => !/:not\(:where\((:disabled, \[aria-disabled="true"\]|:has\(:disabled\))\)\)/.test(part)),
    ).toEqual([]);
  });

  test("exist in the style sheets", () => {
    const all = files.flatMap((file) => selectorsIn(readFileSync(path.join(root, file), "utf8")).flatMap(answersIn));
    expect(all.length).toBeGreaterThan(20);
  });
});
