import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { purposeCodes } from "@idanimo/contract/consent";
import { catalogueRowOf, type SearchType } from "@idanimo/contract/catalogue";
import { searchTypesWithParts } from "@idanimo/contract/record-parts";
import { describe, expect, test } from "vitest";
import { type Language, parseLanguage, languages, offeredLanguages } from "../language.ts";
import type { Consent } from "../store.ts";
import type { LinkView } from "../use-cases/consent-link.ts";
import { formatTimeLeft, formatPageDateTime } from "./page-dates.ts";
import type { LinkFacts } from "./store.ts";
import { renderLinkPage, renderReportPage, renderUnknownLinkPage, renderWrongPersonPage } from "./pages.ts";
import { pageCopy } from "./page-copy.ts";

const now = new Date("2026-11-21T19:40:00Z");
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);

const consentOf = (searchType: SearchType, but: Partial<Consent> = {}): Consent => ({
  requestId: "00000000-0000-4000-8000-000000000001",
  ownerId: "00000000-0000-4000-8000-000000000002",
  searchType,
  retention: catalogueRowOf(searchType).retention,
  purpose: "tenancy",
  noteSealed: null,
  contactSealed: null,
  state: "pending",
  createdAt: hours(-1),
  deadline: hours(23),
  goneAt: null,
  isSelf: false,
  withheld: [],
  now,
  requester: { name: "Bright Homes Limited", userType: "business", since: hours(-9000), isVerified: false },
  ...but,
});
const noFacts: LinkFacts = {
  requesterCounts: { refused: 0, reported: 0 },
  proofs: [],
  deletion: undefined,
  misuse: undefined,
  isUnanswered: false,
};
const open = (consent: Consent, facts: Partial<LinkFacts> = {}): LinkView => ({
  consent,
  facts: { ...noFacts, ...facts },
  note: undefined,
});
const placeIn = (language: Language) => ({ brandName: "Idanimo", language, path: "/consent/t", here: "/consent/t" });

const proof = (decision: LinkFacts["proofs"][number]["decision"]) =>
  ({ id: "00000000-0000-4000-8000-000000000003", decision, way: "page", at: hours(-0.5) }) as const;
const deletion = {
  at: hours(-0.1),
  entry: "00000000-0000-4000-8000-000000000004",
  seal: { position: "7", hash: Buffer.alloc(32, 1) },
};
const misuse = { reference: "ID-ACD347", dueAt: hours(72), answeredAt: null };

/** Every page, in every state that a subject can see. */
const allPages = (language: Language): Readonly<Record<string, string>> => {
  const place = placeIn(language);
  const show = (but: Partial<Consent>, facts: Partial<LinkFacts> = {}, isLate = false) =>
    renderLinkPage(place, open(consentOf("nin", but), facts), isLate);
  const asked = open(consentOf("nin"));
  const pages = {
    asking: show({}),
    self: show({ isSelf: true }),
    credit: renderLinkPage(place, open(consentOf("bvn"))),
    granted: show({ state: "granted", goneAt: hours(20) }, { proofs: [proof("granted")] }),
    gone: show({ state: "granted", goneAt: hours(-1) }, { proofs: [proof("granted")], deletion }),
    denied: show({ state: "denied" }, { proofs: [proof("denied")], deletion, misuse }),
    answered: show({ state: "denied" }, { misuse: { ...misuse, answeredAt: now } }, true),
    withdrawn: show({ state: "terminated", goneAt: now }, { proofs: [proof("granted"), proof("withdrawn")] }),
    "wrong person": show({ state: "terminated" }, { proofs: [proof("wrong_person")] }),
    "requester left": show({ state: "terminated", goneAt: now }, { proofs: [proof("granted")] }),
    unanswered: show({ deadline: hours(-1) }, { deletion: { ...deletion, seal: undefined } }),
    over: show({ state: "terminated" }, { deletion: { ...deletion, seal: undefined } }),
    report: renderReportPage(place, asked, { wrong: "reason", reason: "", text: "" }),
    "report too long": renderReportPage(place, asked, { wrong: "text", reason: "money", text: "" }),
    "wrong person asked": renderWrongPersonPage(place),
    unknown: renderUnknownLinkPage(place),
  };
  return Object.fromEntries(Object.entries(pages).map(([name, page]) => [name, page.draw(undefined)]));
};

/** The visible text of a page, in order. */
const textOf = (page: string) =>
  page
    .replace(/^[^]*<body>/, "")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&#39;", "'");
const wordsIn = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));

type Tree = { readonly [key: string]: string | Tree };
const leaves = (tree: Tree, path = ""): readonly (readonly [key: string, text: string])[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string" ? [[`${path}${key}`, value] as const] : leaves(value, `${path}${key}.`),
  );
const blanksIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([blank]) => blank).toSorted();
const codes = languages.map(({ code }) => code);

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
});

test("offers English and Naijá, and falls back to English for unapproved languages [CONSENT-02]", () => {
  expect(offeredLanguages.map(({ code }) => code)).toEqual(["en", "pcm"]);
  expect(["en", "pcm", "ha", "yo", "ig", "fr", "", undefined, ["pcm"], "__proto__"].map(parseLanguage)).toEqual(
    ["en", "pcm"].concat(Array<string>(8).fill("en")),
  );
  for (const page of Object.values(allPages("en")))
    for (const { name } of languages.filter(({ approved }) => !approved)) expect(page).not.toContain(name);
});

describe("the pending page [T-46 CONSENT-02]", () => {
  const asked = offeredLanguages.flatMap(({ code }) => searchTypesWithParts.map((type) => ({ code, type })));

  test.each(asked)("has at most 90 words above the buttons: $type, $code", ({ code, type }) => {
    const requester = { refused: 3, reported: 1 };
    for (const purpose of purposeCodes)
      for (const isVerified of [false, true]) {
        const { name, userType, since } = consentOf(type).requester;
        const consent = consentOf(type, { purpose, requester: { name, userType, since, isVerified } });
        const page = renderLinkPage(placeIn(code), open(consent, { requesterCounts: requester })).draw(undefined);
        const above = wordsIn(textOf(page.slice(0, page.indexOf("<button"))));
        expect({ above, isShort: above.length <= 90 }).toMatchObject({ isShort: true });
        expect(above.length).toBeGreaterThan(40); // the text was found at all
      }
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
    /consent|data subject|data controller|processing|authenticat|authoriz|encrypt|hash|token|cryptograph|pursuant|hereby|terminate|revoke|purge|retention|third part/i;
  test.each(offeredLanguages)("uses no legal or technical jargon: $code", ({ code }) => {
    expect(leaves(pageCopy[code]).filter(([, text]) => jargon.test(text))).toEqual([]);
  });
});

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
  const files: Readonly<Record<string, URL>> = {
    "/consent/page.css": new URL("../../../pages/page.css", import.meta.url),
    "/favicon.svg": new URL("../../../../../web/public/favicon.svg", import.meta.url),
  };
  const weightOf = (bytes: Buffer) => gzipSync(bytes).length;
  const shared = Object.values(files).reduce((sum, file) => sum + weightOf(readFileSync(file)), 0);
  for (const page of Object.values(allPages("pcm"))) {
    const asked = [...page.matchAll(/<(?:link|img|script|iframe)\b[^>]*(?:href|src)="([^"]*)"/g)].map(([, url]) => url);
    expect(asked.toSorted()).toEqual(Object.keys(files).toSorted());
    expect(shared + weightOf(Buffer.from(page))).toBeLessThan(61_440);
  }
});

test('shows both answers as equal buttons below the facts; "wrong person" is red [T-46]', () => {
  const page = allPages("en")["asking"] ?? "";
  const answers = /<div class="answers">([^]*?)<\/div>/.exec(page)?.[1] ?? "";
  const pressed = [...answers.matchAll(/<button( formaction="[^"]*")?>([^<]*)/g)].map(([, where, label]) => [
    label,
    where,
  ]);
  expect(pressed).toEqual([
    ["Yes, they may see", undefined],
    ["No", ' formaction="/consent/t/deny"'],
  ]);
  expect(page.indexOf("They see nothing yet")).toBeLessThan(page.indexOf("answers"));
  expect(allPages("en")["wrong person asked"]).toMatch(/class="danger"/);
});

test("counts denials up to 999, and marks a registered company name with text and icon [T-46]", () => {
  const shown = (refused: number, isVerified: boolean) => {
    const { name, userType, since } = consentOf("nin").requester;
    const consent = consentOf("nin", { requester: { name, userType, since, isVerified } });
    return renderLinkPage(placeIn("en"), open(consent, { requesterCounts: { refused, reported: 1 } })).draw(undefined);
  };
  expect(shown(999, false)).toContain("Others refused: 999. Reported: 1.");
  expect(shown(1000, false)).toContain("Others refused: more than 999. Reported: 1.");
  expect(shown(0, true)).toMatch(/<svg[^]*Registered company name/);
  expect(shown(0, false)).toMatch(/<svg[^]*We have not checked that name/);
  expect(shown(0, false)).not.toMatch(/register/i);
});

test.each([
  ["en", "Registered company name"],
  ["pcm", "Name dey company register"],
  ["ha", "Wannan suna yana cikin rajistar kamfanoni"],
  ["yo", "Orúkọ yìí wà nínú ìwé àkọsílẹ̀ ilé-iṣẹ́"],
  ["ig", "Aha a dị n'akwụkwọ ndekọ ụlọ ọrụ"],
] as const)("says what was checked about the name, and calls no requester verified: %s [T-46]", (code, words) => {
  expect(pageCopy[code].requester.inRegister).toBe(words);
  const confirmed = /verified|trusted|genuine|we confirm|tabbatar|dájú|nyochara/i;
  expect(Object.values(pageCopy[code].requester).filter((text) => confirmed.test(text))).toEqual([]);
});

test.each([
  [24 * 60, "24 hours"],
  [23 * 60 + 59, "24 hours"],
  [119, "2 hours"],
  [118, "118 minutes"],
  [1, "1 minute"],
  [0.5, "less than a minute"],
  [-5, "less than a minute"],
])('formats %s minutes as "%s"', (minutes, words) => {
  expect(formatTimeLeft(pageCopy.en, new Date(now.getTime() + minutes * 60_000), now)).toBe(words);
});

test("formats times in Nigerian time", () => {
  expect(formatPageDateTime(pageCopy.en, new Date("2026-12-31T23:30:00Z"))).toBe(
    "January 1, 2027 at 12:30 AM, Lagos time",
  );
});
