import { describe, expect, test } from "vitest";
import { languages, offeredLanguages, parseLanguage } from "../../consent/index.ts";
import { pageCopy } from "./page-copy.ts";
import { allPages, codes, wordsIn } from "./testing/rendered-pages.ts";

type Tree = { readonly [key: string]: string | Tree };
const leaves = (tree: Tree, path = ""): readonly (readonly [key: string, text: string])[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string" ? [[`${path}${key}`, value] as const] : leaves(value, `${path}${key}.`),
  );
const blanksIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([blank]) => blank).toSorted();

describe("pageCopy [CONSENT-02]", () => {
  test.each(codes)("has the keys and placeholders of English in %s", (code) => {
    const own = new Map(leaves(pageCopy[code]));
    const english = leaves(pageCopy.en);
    expect([...own.keys()]).toEqual(english.map(([key]) => key));
    const others = english.filter(([key, text]) => {
      const said = own.get(key) ?? "";
      return said.trim() === "" || blanksIn(said).join() !== blanksIn(text).join();
    });
    expect(others).toEqual([]);
  });

  /** Values of typical length. */
  const usual: Readonly<Record<string, string>> = {
    length: "23 hours",
    // readers take a date in at once, so it counts as one word
    moment: "November-24-2026",
    date: "November-24-2026",
    month: "March-2026",
    reference: "ID-ACD347",
  };
  test.each(codes)("has at most 15 words in each sentence: %s", (code) => {
    const sentences = leaves(pageCopy[code]).flatMap(([, text]) =>
      text.replaceAll(/\{(\w+)\}/g, (_blank, name: string) => usual[name] ?? "24").split(/[.?!:](?:\s|$)/),
    );
    expect(sentences.length).toBeGreaterThan(100);
    expect(sentences.filter((sentence) => wordsIn(sentence).length > 15)).toEqual([]);
  });

  const jargon =
    /data subject|data controller|processing|authenticat|authoriz|encrypt|hash|token|cryptograph|pursuant|hereby|terminate|revoke|purge|retention|third part/i;
  test.each(offeredLanguages)("uses no legal or technical jargon: $code", ({ code }) => {
    expect(leaves(pageCopy[code]).filter(([, text]) => jargon.test(text))).toEqual([]);
  });
});

test("offers English and Naijá, and falls back to English for unapproved languages [CONSENT-02]", () => {
  expect(offeredLanguages.map(({ code }) => code)).toEqual(["en", "pcm"]);
  expect(["en", "pcm", "ha", "yo", "ig", "fr", "", undefined, ["pcm"], "__proto__"].map(parseLanguage)).toEqual(
    ["en", "pcm"].concat(Array<string>(8).fill("en")),
  );
  for (const page of Object.values(allPages("en")))
    for (const { name } of languages.filter(({ approved }) => !approved)) expect(page).not.toContain(name);
});

test.each([
  ["en", "Registered company name"],
  ["pcm", "Name dey company register"],
  ["ha", "Sunan yana rajistar kamfanoni"],
  ["yo", "Orúkọ ilé-iṣẹ́ tó forúkọsílẹ̀"],
  ["ig", "Aha ụlọ ọrụ edebanyere"],
] as const)("says what was checked about the name, and calls no requester verified: %s [T-46]", (code, words) => {
  expect(pageCopy[code].requester.inRegister).toBe(words);
  const confirmed = /verified|trusted|genuine|we confirm|tabbatar|dájú|nyochara/i;
  expect(Object.values(pageCopy[code].requester).filter((text) => confirmed.test(text))).toEqual([]);
});
