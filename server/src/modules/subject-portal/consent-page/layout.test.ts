import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { styleSheet } from "../../../pages/page.ts";
import { offeredLanguages } from "../../consent/index.ts";
import { pageCopy } from "./page-copy.ts";
import { allPages } from "./testing/rendered-pages.ts";

describe("every page of a subject", () => {
  test.each(offeredLanguages)("asks for no number, code, card or password on any page: $code [T-46]", ({ code }) => {
    const known = ["hidden lang", "checkbox part", "radio reason", "textarea text"];
    for (const page of Object.values(allPages(code))) {
      const controls = [...page.matchAll(/<(input|select|textarea)\b([^>]*)>/g)].map(([, element, attributes = ""]) => {
        const type = element === "input" ? /type="(\w+)"/.exec(attributes)?.[1] : element;
        return `${type} ${/name="(\w+)"/.exec(attributes)?.[1]}`;
      });
      expect(controls.filter((control) => !known.includes(control))).toEqual([]);
      expect(page).not.toMatch(/<script|\bon[a-z]+="|javascript:|<meta http-equiv/i);
      expect(page).toContain(pageCopy[code].frame.neverAsk);
    }
  });

  test.each(offeredLanguages)(
    "declares its language, and repeats the title as heading on each page: $code",
    ({ code, tag }) => {
      for (const page of Object.values(allPages(code))) {
        expect(page).toContain(`<html lang="${tag}" `);
        expect(/<title>(.*) - Idanimo</.exec(page)?.[1]).toBe(/<h1>(.*)<\/h1>/.exec(page)?.[1]);
        expect(page.match(/<h1>/g)).toHaveLength(1);
        expect(page).not.toMatch(/\{\w+\}|undefined|NaN|Invalid Date|\[object/);
      }
    },
  );

  test("stays below 60 KB for a page with its assets [CONSENT-02]", () => {
    const files: Readonly<Record<string, Buffer>> = {
      "/consent/page.css": Buffer.from(styleSheet),
      "/favicon.svg": readFileSync(new URL("../../../../../web/public/favicon.svg", import.meta.url)),
    };
    const weightOf = (bytes: Buffer) => gzipSync(bytes).length;
    const fonts = ["latin", "naira", "tones"].map((name) =>
      readFileSync(new URL(`../../../../../web/src/styles/fonts/inter-${name}.woff2`, import.meta.url)),
    );
    const shared =
      Object.values(files).reduce((sum, file) => sum + weightOf(file), 0) +
      fonts.reduce((sum, font) => sum + font.length, 0);
    for (const page of Object.values(allPages("pcm"))) {
      const asked = [...page.matchAll(/<(?:link|img|script|iframe)\b[^>]*(?:href|src)="([^"]*)"/g)].map(
        ([, url]) => url,
      );
      expect(asked.toSorted()).toEqual(Object.keys(files).toSorted());
      expect(shared + weightOf(Buffer.from(page))).toBeLessThan(61_440);
    }
  });
});
