import { dollars, naira } from "@idanimo/contract/money";
import { openingPrices, openingRate } from "@idanimo/contract/price-items";
import { quoteFor } from "@idanimo/contract/pricing";
import { answerTypes, catalogueRowOf, type SearchField, searchTypes } from "@idanimo/contract/catalogue";
import { expect, test } from "vitest";
import {
  fullSearchesOf,
  selectableOptions,
  type Draft,
  emptyDraft,
  minimalSearch,
  type Offer,
  offersFor,
  paymentHints,
  preselectedTypes,
  rememberedMethod,
  optionPrice,
  toPricedSearches,
  type Source,
  effectiveOptions,
  toggleOption,
  toggleType,
} from "./rules.ts";
import { hasInput } from "./slots.ts";
import { quantityLabel, instructionSteps, sourceStatusLabel } from "./copy.ts";

const up = (searchType: Source["searchType"]): Source => ({ searchType, state: "up", usualSeconds: 4 });
const allUp = searchTypes.map(up);
const anyBox = (_name: SearchField): boolean => true;
const cards = (sources: readonly Source[], userType: "individual" | "business", box: typeof anyBox = anyBox) =>
  Object.fromEntries(
    offersFor(sources, userType, box).map(({ card, offers }) => [
      card,
      offers.map(({ label, availability: standing }) => (standing === "open" ? label : `${label} (${standing})`)),
    ]),
  );

const personQuestions = ["Name match", "Over 18 or 21", "Phone belongs to NIN", "NIN and BVN are one person"];

// Covers: WIZARD-13 WIZARD-14 WIZARD-15
test("lists the searches of each card, without a source as not offered [WIZARD-06 WIZARD-09 WIZARD-11]", () => {
  const shut = (labels: readonly string[]) => labels.map((label) => `${label} (not_offered)`);
  expect(cards([up("nin")], "individual")).toEqual({
    "Person Identity Profile": [...shut(personQuestions), "NIN", ...shut(["Phone Number", "NIN + Face"])],
    "Business Profile": shut(["Registration Number (RC)", "Business Name"]),
    "Financial Credit Profile": shut(["Credit score at least", "BVN", "Bank Account Name"]),
    "Vehicle History Profile": shut([
      "Registration number and VIN agree",
      "Vehicle History (VIN)",
      "Vehicle Registration Number",
    ]),
  });
});

test.each([
  ["nin", "individual", ["nin"]],
  ["bulk_nin", "individual", []],
  ["bulk_nin", "business", ["bulk_nin"]],
  ["phone", "individual", []],
  ["", "individual", []],
] as const)("preselects %s of a link for an %s only if it is offered", (requested, userType, chosen) =>
  expect(
    preselectedTypes(
      requested,
      offersFor([up("nin"), up("bulk_nin"), { ...up("phone"), state: "down" }], userType, anyBox),
    ),
  ).toEqual(chosen),
);

test.each([
  [undefined, undefined],
  ["WALLET", "1"],
  ["INSTANT", "2"],
] as const)("starts with the payment method of the last purchase: %s", (paymentType, method) =>
  expect(rememberedMethod(paymentType && { paymentType, acceptedCurrentTerms: true })).toBe(method),
);

test("offers Bulk NIN to businesses only [WIZARD-10]", () => {
  expect(cards([up("bulk_nin")], "individual")["Person Identity Profile"]).not.toContain("Bulk NIN");
  expect(cards([up("bulk_nin")], "business")["Person Identity Profile"]).toContain("Bulk NIN");
});

test("enables internal types and NIN + Face only if the server offers them [WIZARD-11 WIZARD-12 WIZARD-17]", () => {
  const usual = JSON.stringify(cards([up("nin")], "business"));
  for (const label of ["Demographics", "Fingerprint", "Legit car check"]) expect(usual).not.toContain(label);
  const all = cards(allUp, "individual");
  expect(all["Person Identity Profile"]).toEqual([
    ...personQuestions,
    "NIN",
    "Phone Number",
    "NIN + Face",
    "Demographics",
    "Fingerprint",
  ]);
  expect(all["Vehicle History Profile"]).toContain("Legit car check");
});

test("does not offer a search without an input for its fields [WIZARD-18]", () => {
  const withoutParts = cards(allUp, "business", (name) => hasInput(name, {}));
  expect(withoutParts["Person Identity Profile"]).toEqual(
    expect.arrayContaining(["Bulk NIN (not_offered)", "NIN + Face (not_offered)", "Fingerprint"]),
  );
});

test.each([
  [{ state: "up", usualSeconds: 2.6 }, "open", "Usually 3 seconds"],
  [{ state: "up", usualSeconds: 0.2 }, "open", "Usually 1 second"],
  [{ state: "up", usualSeconds: null }, "open", "Available now"],
  [{ state: "slow", usualSeconds: 12 }, "open", "Slow now: 12 seconds"],
  [{ state: "slow", usualSeconds: 1 }, "open", "Slow now"],
  [{ state: "slow", usualSeconds: 5 }, "open", "Slow now"],
  [{ state: "down", usualSeconds: 3 }, "down", "Down now"],
  [{ state: "down", usualSeconds: null, message: "maintenance" }, "down", "Under maintenance"],
  [{ state: "down", usualSeconds: null, message: "outage" }, "down", "Outage at the source"],
  [{ state: "down", usualSeconds: null, message: "wrong_records" }, "down", "Being corrected"],
  [{ state: "down", usualSeconds: null, message: "paused" }, "down", "Paused by us"],
] as const)("shows a source with status %j as %s: %s", (status, availability, label) => {
  const source: Source = { searchType: "nin", ...status };
  const [person] = offersFor([source], "individual", anyBox);
  const offer = person?.offers.find(({ type }) => type === "nin") as Offer;
  expect(offer.availability).toBe(availability);
  expect(sourceStatusLabel(offer)).toBe(label);
  expect(label.length, "short enough for one line (G-F4)").toBeLessThan(22);
});

test("allows several profiles with one search type each [WIZARD-08 C-16]", () => {
  expect(toggleType(["nin"], "vin")).toEqual(["nin", "vin"]);
  expect(toggleType(["nin", "vin"], "phone")).toEqual(["phone", "vin"]);
  expect(toggleType(["nin"], "nin")).toEqual([]);
});

test("lists each question before the checks that show the records, and cheaper [AO-11]", () => {
  for (const type of answerTypes) {
    const full = fullSearchesOf(type);
    expect(full.length).toBeGreaterThan(0);
    for (const { type: shown } of full.filter(
      (one) => catalogueRowOf(one.type).profile === catalogueRowOf(type).profile,
    ))
      expect(searchTypes.indexOf(type)).toBeLessThan(searchTypes.indexOf(shown));
    const price = (searches: Parameters<typeof quoteFor>[0]) => quoteFor(searches, prices, "NGN").total.minor;
    expect(price([minimalSearch(type)])).toBeLessThan(price(full));
  }
  expect(fullSearchesOf("nin")).toEqual([]);
});

test("allows one question in a purchase, beside checks that need other fields [AO-11]", () => {
  expect(toggleType(["nin"], "name_match")).toEqual(["name_match"]);
  expect(toggleType(["name_match"], "score_band")).toEqual(["score_band"]);
  expect(toggleType(["bvn"], "nin_and_bvn_one_person")).toEqual(["nin_and_bvn_one_person"]);
  expect(toggleType(["name_match"], "bvn")).toEqual(["name_match", "bvn"]);
  expect(toggleType(["name_match"], "name_match")).toEqual([]);
});

test("selects and deselects a bureau", () => {
  expect(toggleOption(["crc"], "firstCentral")).toEqual(["crc", "firstCentral"]);
  expect(toggleOption(["crc"], "crc")).toEqual([]);
});

test("asks a question about a score at the one bureau that has scores [AO-07]", () => {
  expect(selectableOptions("score_band")).toEqual([]);
  expect(effectiveOptions("score_band", ["firstCentral", "creditRegistry"])).toEqual(["crc"]);
});

test("makes the stolen check an option of a VIN and implied by a legit car check [WIZARD-16 WIZARD-17]", () => {
  expect(selectableOptions("vin")).toEqual(["stolencheck"]);
  expect(selectableOptions("legitcar")).toEqual([]);
  expect(effectiveOptions("legitcar", [])).toEqual(["legitcar"]);
  expect(effectiveOptions("vin", ["crc"])).toEqual([]);
});

const prices = { rate: openingRate, items: openingPrices };
const chosen = (part: Partial<Draft>) => toPricedSearches({ ...emptyDraft, ...part });
const total = (part: Partial<Draft>, currency: "NGN" | "USD" = "NGN") => quoteFor(chosen(part), prices, currency).total;
const upload = (records: number) => ({ uploadId: "5f0c1a3e-0000-4000-8000-000000000001", records });

// Covers: PRICE-15 PRICE-16
test.each<{ part: Partial<Draft>; ngn: bigint; usd: bigint; why: string }>([
  { part: { types: ["nin"] }, ngn: 588_00n, usd: 83n, why: "a NIN" },
  { part: { types: ["vin"] }, ngn: 5425_00n, usd: 7_59n, why: "a VIN" },
  { part: { types: ["vin"], options: ["stolencheck"] }, ngn: 6550_00n, usd: 9_17n, why: "a VIN with the stolen check" },
  { part: { types: ["bvn"], options: ["crc"] }, ngn: 1613_00n, usd: 2_14n, why: "one bureau" },
  {
    part: { types: ["bvn"], options: ["crc", "firstCentral", "creditRegistry"] },
    ngn: 4839_00n,
    usd: 6_42n,
    why: "three bureaus",
  },
  { part: { types: ["bulk_nin"], upload: upload(7) }, ngn: 4116_00n, usd: 5_81n, why: "a file of seven lines" },
  { part: { types: ["nin", "rc"] }, ngn: 1498_00n, usd: 2_09n, why: "two profiles at once" },
  { part: { types: ["bulk_nin"] }, ngn: 0n, usd: 0n, why: "a file that is not chosen yet" },
])("computes the fee of $why [PRICE-10 PRICE-13 PRICE-14]", ({ part, ngn, usd }) => {
  expect(total(part)).toEqual(naira(ngn));
  expect(total(part, "USD")).toEqual(dollars(usd));
});

test("restores the price when an option is removed, and shows what it adds [PRICE-13 F-21]", () => {
  const without = total({ types: ["vin"] });
  const withCheck = total({ types: ["vin"], options: ["stolencheck"] });
  expect(optionPrice("vin", "stolencheck", prices, "NGN").minor).toBe(withCheck.minor - without.minor);
  expect(optionPrice("bvn", "crc", prices, "USD")).toEqual(dollars(2_14n));
  expect(total({ types: ["vin"], options: [] })).toEqual(without);
});

test("shows the minimum price of each search type [PRICE-10]", () => {
  expect(quoteFor([minimalSearch("bvn")], prices, "NGN").total).toEqual(naira(1613_00n));
  expect(quoteFor([minimalSearch("bulk_nin")], prices, "NGN").total).toEqual(naira(588_00n));
});

test.each<{ part: Partial<Draft>; words: string | undefined }>([
  { part: { types: ["nin"] }, words: undefined },
  { part: { types: ["vin"], options: ["stolencheck"] }, words: "with the stolen check" },
  { part: { types: ["bvn"], options: ["crc"] }, words: "1 bureau" },
  { part: { types: ["bvn"], options: [] }, words: "0 bureaus" },
  { part: { types: ["bulk_nin"], upload: upload(1000) }, words: "1,000 lines" },
])("shows the quantity of a summary line: $words [PRICE-09]", ({ part, words }) => {
  expect(chosen(part).map(quantityLabel)).toEqual([words]);
});

const method = "Kindly select a payment method";
test.each<{ why: string; facts: Partial<Parameters<typeof paymentHints>[0]>; hints: readonly unknown[] }>([
  { why: "nothing is missing", facts: {}, hints: [] },
  { why: "no method is chosen", facts: { method: undefined }, hints: [method] },
  { why: "the terms are not accepted", facts: { accepted: false }, hints: [expect.stringMatching(/Tick the box/)] },
  {
    why: "nothing is chosen",
    facts: { types: [], method: undefined },
    hints: [expect.stringMatching(/Choose/), method],
  },
  { why: "the source has gone down", facts: { down: ["NIN"] }, hints: [expect.stringMatching(/NIN.*can't pay/)] },
])("explains why Payment is disabled when $why [PAY-04 ERR-45 C-15]", ({ facts, hints }) => {
  expect(paymentHints({ types: ["nin"], method: "1", accepted: true, down: [], ...facts })).toEqual(hints);
});

test("explains the process in four steps with the retention hours [WIZARD-04 WIZARD-18]", () => {
  expect(instructionSteps([]).map(({ step }) => step)).toEqual([
    "Choose one or more profiles",
    "Input the search information",
    "Make a payment",
    "View results",
  ]);
  const reported = (types: Parameters<typeof instructionSteps>[0]) =>
    instructionSteps(types)
      .map(({ more }) => more)
      .join(" ");
  expect(reported(["nin"])).toMatch(/24 hours to reply.*for 24 hours/);
  expect(reported(["bvn"])).toMatch(/until 48 hours/);
  expect(reported(["vin"])).toMatch(/stays 7 days/);
  expect(reported(["rc"])).not.toMatch(/person/);
  // only the required parts are promised, and only if consent is needed [CL-02]
  expect(reported(["nin"])).toContain(
    "If they say yes, you see their names, identity number, gender and birth date. You see other parts of their record only if they add them.",
  );
  expect(reported(["bvn"])).toContain("birth date; their credit score, loans and repayments. You see other parts");
  expect(reported(["name_match"])).toContain("the answer to one question, and nothing of their record. ");
  expect(reported(["name_match"])).not.toContain("add them");
  expect(reported(["vin"])).not.toMatch(/you see|add them/);
  expect(reported(["nin", "bvn", "vin", "rc"]), "with several types each sentence names its type").toMatch(
    /NIN: for 24 hours after they say yes\. BVN: if they say yes, until 48 .*\(VIN\): at once, for 7 days\. .*: at once/,
  );
});
