import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { type PurposeCode, purposeCodes } from "@idanimo/contract/consent";
import { answerTypes, catalogueRowOf, isAnswerType, type SearchType } from "@idanimo/contract/catalogue";
import {
  allowedPurposes,
  disclosureFor,
  disclosureForAnyPurpose,
  disclosureRuleVersion,
  searchTypesWithParts,
} from "@idanimo/contract/record-parts";
import { describe, expect, test } from "vitest";
import { styleSheet } from "../../../pages/page.ts";
import { type Language, parseLanguage, languages, offeredLanguages, type Consent } from "../../consent/index.ts";
import type { LinkView } from "./consent-link.ts";
import { formatTimeLeft, formatPageDateTime } from "./page-dates.ts";
import type { LinkFacts } from "./store.ts";
import { renderLinkPage, renderReportPage, renderUnknownLinkPage, renderWrongPersonPage } from "./pages.ts";
import { pageCopy } from "./page-copy.ts";

const now = new Date("2026-11-21T19:40:00Z");
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);

const disclosureOf = (searchType: SearchType, purpose: PurposeCode) => {
  const rule = disclosureFor(searchType, purpose);
  if (!rule) throw new Error(`${purpose} cannot buy ${searchType}`);
  return rule;
};

const consentOf = (searchType: SearchType, but: Partial<Consent> = {}): Consent => ({
  requestId: "00000000-0000-4000-8000-000000000001",
  ownerId: "00000000-0000-4000-8000-000000000002",
  searchType,
  retention: catalogueRowOf(searchType).retention,
  purpose: "tenancy",
  noteSealed: null,
  questionSealed: null,
  expectedNameSealed: null,
  contactSealed: null,
  state: "pending",
  createdAt: hours(-1),
  deadline: hours(23),
  goneAt: null,
  endsBy: null,
  vehicle: searchType === "plate_owner" ? "******XA" : null,
  bureaus: [],
  codeAttemptsLeft: 5,
  isSelf: false,
  disclosure: disclosureOf(searchType, but.purpose ?? "tenancy"),
  granted: [],
  ruleVersion: disclosureRuleVersion,
  now,
  requester: { name: "Bright Homes Limited", userType: "business", since: hours(-9000), isVerified: false },
  ...but,
});
/** What a requester typed for a question. */
const typedValues = {
  name: "Ngozi Okonkwo-Adeyemi",
  age: "21",
  phone: "08031234567",
  nin: "*********67",
  bvn: "*********21",
  bureau: "Credit Registry",
  atLeast: "751",
};
const noFacts: LinkFacts = {
  requesterCounts: { refused: 0, reported: 0 },
  proofs: [],
  deletion: undefined,
  misuse: undefined,
  undecidedEnd: undefined,
};
const open = (consent: Consent, facts: Partial<LinkFacts> = {}): LinkView => ({
  consent,
  facts: { ...noFacts, ...facts },
  note: undefined,
  question: isAnswerType(consent.searchType) ? { type: consent.searchType, values: typedValues } : undefined,
  expectedName: undefined,
});
const placeIn = (language: Language) => ({ brandName: "Idanimo", language, path: "/consent/t", here: "/consent/t" });

type Proof = LinkFacts["proofs"][number];
const proof = (decision: Proof["decision"]): Proof => ({
  id: "00000000-0000-4000-8000-000000000003",
  decision,
  way: "page",
  at: hours(-0.5),
  textVersion: "2026-11-26.3",
  language: "en",
  parts: { offered: ["identity", "photo"], chosen: decision === "granted" ? ["identity"] : [] },
});
const deletion = {
  at: hours(-0.1),
  entry: "00000000-0000-4000-8000-000000000004",
  seal: { position: "7", hash: Buffer.alloc(32, 1) },
};
const misuse = { reference: "ID-ACD347", dueAt: hours(72), answeredAt: null };

/** Every page, in every state that a subject can see. */
const allPages = (language: Language): Readonly<Record<string, string>> => {
  const place = placeIn(language);
  const show = (but: Partial<Consent>, facts: Partial<LinkFacts> = {}, error?: "answered" | "notOffered") =>
    renderLinkPage(place, open(consentOf("nin", but), facts), error);
  const asked = open(consentOf("nin"));
  const pages = {
    asking: show({}),
    self: show({ isSelf: true }),
    credit: renderLinkPage(place, open(consentOf("bvn", { bureaus: ["crc"] }))),
    ...Object.fromEntries(
      answerTypes
        .filter((type) => catalogueRowOf(type).consent)
        .map((type) => [type, renderLinkPage(place, open(consentOf(type)))]),
    ),
    preview: renderLinkPage(place, open(consentOf("name_match")), undefined, {
      answer: "near",
      differing: ["lastname"],
    }),
    "answer granted": renderLinkPage(
      place,
      open(consentOf("over_age", { state: "granted", goneAt: hours(700) }), { proofs: [proof("granted")] }),
    ),
    "not offered": show({}, {}, "notOffered"),
    granted: show({ state: "granted", goneAt: hours(20) }, { proofs: [proof("granted")] }),
    gone: show({ state: "granted", goneAt: hours(-1) }, { proofs: [proof("granted")], deletion }),
    denied: show({ state: "denied" }, { proofs: [proof("denied")], deletion, misuse }),
    answered: show({ state: "denied" }, { misuse: { ...misuse, answeredAt: now } }, "answered"),
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
  const asked = codes.flatMap((code) => searchTypesWithParts.map((type) => ({ code, type })));
  /** 80 characters. */
  const longName = "Oluwaseun-Adebayo International Properties, Facilities and Estate Agency Limited";
  const bureaus = ["crc", "firstCentral", "creditRegistry"];
  /** Every kind of pending request with the most text: each purpose, the own record, and both kinds of name. */
  const longestPages = (code: Language, type: SearchType) =>
    [...allowedPurposes(type), "self" as const].flatMap((purpose) =>
      [false, true].flatMap((isVerified) =>
        [0, 3].map((refused) => {
          const { userType, since } = consentOf(type).requester;
          const requester = { name: longName, userType, since, isVerified };
          const consent =
            purpose === "self"
              ? consentOf(type, { isSelf: true, disclosure: disclosureForAnyPurpose(type), requester })
              : consentOf(type, { purpose, requester });
          const options = type === "bvn" ? bureaus : [];
          const facts = { requesterCounts: { refused, reported: refused }, options };
          return renderLinkPage(placeIn(code), open(consent, facts)).draw(undefined);
        }),
      ),
    );

  test.each(asked)("has at most 90 words above the buttons: $type, $code", ({ code, type }) => {
    for (const page of longestPages(code, type)) {
      const above = wordsIn(textOf(page.slice(0, page.indexOf("<button"))));
      expect(above.length <= 90 ? "" : `${above.length}: ${above.join(" ")}`).toBe("");
      expect(above.length).toBeGreaterThan(40); // the text was found at all
    }
  });

  test.each(codes)("stays under 30 KB with its style sheet: %s", (code) => {
    const shared = Buffer.byteLength(styleSheet);
    for (const type of searchTypesWithParts)
      for (const page of longestPages(code, type)) expect(shared + Buffer.byteLength(page)).toBeLessThan(30_000);
  });

  test.each(codes)("ticks no box, and does not let the browser restore a tick: %s [CL-01]", (code) => {
    for (const type of searchTypesWithParts)
      for (const page of longestPages(code, type)) {
        expect(page).not.toMatch(/<input[^>]*\bchecked\b/);
        expect(page).toMatch(/<form [^>]*\/grant" autocomplete="off"/);
      }
  });

  test.each(codes)("says above the buttons that consent can be withdrawn, and how: %s", (code) => {
    for (const page of longestPages(code, "nin"))
      expect(page.slice(0, page.indexOf("<button"))).toContain(pageCopy[code].asking.withdraw.replaceAll("'", "&#39;"));
  });

  test("offers the parts of the purpose, and religion for a family matter alone [CL-06 CL-07]", () => {
    for (const purpose of purposeCodes) {
      const page = renderLinkPage(placeIn("en"), open(consentOf("nin", { purpose }))).draw(undefined);
      const boxes = [...page.matchAll(/name="part" value="(\w+)"/g)].map(([, part]) => part);
      expect(boxes).toEqual(disclosureOf("nin", purpose).optional);
      expect(boxes.includes("religion")).toBe(purpose === "family");
      expect(boxes).not.toContain("identity"); // required: text, not a choice
      // family is other people's data, and the page says so in its label, never beside another part
      const labels = page.split("<label").filter((label) => label.includes("(other people&#39;s data)"));
      expect(labels.map((label) => /value="(\w+)"/.exec(label)?.[1])).toEqual(
        boxes.includes("family") ? ["family"] : [],
      );
    }
  });

  test("has no second list if nothing is optional", () => {
    const disclosure = { required: ["identity"], optional: [] } as const;
    const page = renderLinkPage(placeIn("en"), open(consentOf("nin", { disclosure }))).draw(undefined);
    expect(page).not.toMatch(/You may also show|<fieldset|type="checkbox"/);
    expect(page).toContain("They will see");
  });

  test.each([
    { type: "nin", purpose: "tenancy", asked: [], title: "An unverified account asks for your identity record" },
    { type: "phone", purpose: "tenancy", asked: [], title: "An unverified account asks for your identity record" },
    {
      type: "phone",
      purpose: "credit",
      asked: [],
      title: "An unverified account asks for your identity and BVN records",
    },
    {
      type: "bvn",
      purpose: "credit",
      asked: ["crc"],
      title: "An unverified account asks for your credit record at 1 bureau",
    },
    {
      type: "bvn",
      purpose: "credit",
      asked: bureaus,
      title: "An unverified account asks for your credit record at 3 bureaus",
    },
  ] as const)("names what is asked for: $type, $purpose, $asked", ({ type, purpose, asked, title }) => {
    const page = renderLinkPage(placeIn("en"), open(consentOf(type, { purpose, bureaus: asked }))).draw(undefined);
    expect(/<h1>(.*)<\/h1>/.exec(page)?.[1]).toBe(title);
    const names = /<dt>Bureaus<\/dt>\s*<dd>(.*)<\/dd>/.exec(page)?.[1];
    expect(names).toBe(
      asked.length === 0 ? undefined : asked.length === 1 ? "CRC" : "First Central, CRC, Credit Registry",
    );
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
    ["I consent", undefined],
    ["I do not consent", ' formaction="/consent/t/deny"'],
  ]);
  expect(allPages("en")["self"]).toMatch(/Yes, I asked<[^]*No, I did not ask</);
  expect(allPages("en")["wrong person asked"]).toMatch(/class="danger"/);
});

test("counts denials up to 999, and marks a registered company name with text and icon [T-46]", () => {
  const shown = (refused: number, isVerified: boolean) => {
    const { name, userType, since } = consentOf("nin").requester;
    const consent = consentOf("nin", { requester: { name, userType, since, isVerified } });
    return renderLinkPage(placeIn("en"), open(consent, { requesterCounts: { refused, reported: 1 } })).draw(undefined);
  };
  expect(shown(999, false)).toContain("Refusals: 999. Reports: 1.");
  expect(shown(1000, false)).toContain("Refusals: more than 999. Reports: 1.");
  expect(shown(0, true)).toMatch(/<svg[^]*Registered company name/);
  expect(shown(0, false)).toMatch(/<svg[^]*Name not checked/);
  expect(shown(0, false)).not.toMatch(/register/i);
  expect(shown(0, true)).toContain("<h1>A business with a registered name asks for your identity record</h1>");
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
