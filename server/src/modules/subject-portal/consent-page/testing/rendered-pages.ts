import type { PurposeCode } from "@idanimo/contract/consent";
import type { ExpectedName } from "@idanimo/contract/expected-name";
import { answerTypes, catalogueRowOf, isAnswerType, type SearchType } from "@idanimo/contract/catalogue";
import { disclosureFor, disclosureRuleVersion } from "@idanimo/contract/record-parts";
import { type Language, languages, type Consent } from "../../../consent/index.ts";
import type { LinkView } from "../consent-link.ts";
import type { LinkFacts } from "../store.ts";
import { renderLinkPage, renderReportPage, renderUnknownLinkPage, renderWrongPersonPage } from "../pages.ts";

/** The subject's pages with made-up requests, rendered without a server. */

export const now = new Date("2026-11-21T19:40:00Z");
export const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);

export const disclosureOf = (searchType: SearchType, purpose: PurposeCode) => {
  const rule = disclosureFor(searchType, purpose);
  if (!rule) throw new Error(`${purpose} cannot buy ${searchType}`);
  return rule;
};

export const consentOf = (searchType: SearchType, but: Partial<Consent> = {}): Consent => ({
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
export const typedValues = {
  name: "Oluwaseun Temitope Ayomide Okonkwo-Adeyemi",
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
export const open = (consent: Consent, facts: Partial<LinkFacts> = {}, expectedName?: ExpectedName): LinkView => ({
  consent,
  facts: { ...noFacts, ...facts },
  note: undefined,
  question: isAnswerType(consent.searchType) ? { type: consent.searchType, values: typedValues } : undefined,
  expectedName,
});
export const placeIn = (language: Language) => ({
  brandName: "Idanimo",
  language,
  path: "/consent/t",
  here: "/consent/t",
});

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
export const allPages = (language: Language): Readonly<Record<string, string>> => {
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
export const textOf = (page: string) =>
  page
    .replace(/^[^]*<body>/, "")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&#39;", "'");
export const wordsIn = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));

export const codes = languages.map(({ code }) => code);
