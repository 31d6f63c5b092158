import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

const root = path.join(import.meta.dirname, "../../..");

/** The selectors of a style sheet, each without its block. */
function selectorsIn(css: string): readonly string[] {
  const lists = css.replace(/\/\*[\s\S]*?\*\//g, "").match(/[^{};]+(?=\{)/g) ?? [];
  return lists
    .filter((list) => !list.trim().startsWith("@"))
    .flatMap((list) => list.split(/,(?![^(]*\))/))
    .map((selector) => selector.trim());
}

/** The parts of a selector that answer a pointer, without those of links and summaries, which are never disabled. */
const answersIn = (selector: string): readonly string[] =>
  selector
    .split(/[\s>+~]+(?![^(]*\))/)
    .filter((part) => /:(hover|active)\b/.test(part) && !/^(a|summary)\b/.test(part));

describe("styles under a pointer", () => {
  const files = globSync(["web/src/**/*.css", "server/src/pages/*.css"], { cwd: root });

  test.each(files)("leave a disabled control as it is: %s", (file) => {
    const answers = selectorsIn(readFileSync(path.join(root, file), "utf8")).flatMap(answersIn);
    expect(
      answers.filter((part) => !/:not\(:where\((:disabled, \[aria-disabled="true"\]|:has\(:disabled\))\)\)/.test(part)),
    ).toEqual([]);
  });

  test("are found in the style sheets", () => {
    const all = files.flatMap((file) => selectorsIn(readFileSync(path.join(root, file), "utf8")).flatMap(answersIn));
    expect(all.length).toBeGreaterThan(20);
  });
});
