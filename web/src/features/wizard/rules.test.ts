import { naira, dollars } from "@idanimo/contract/money";
import { quoteFor } from "@idanimo/contract/pricing";
import { expect, test } from "vitest";
import { faultsOf, payloadOf } from "./draft.ts";
import { hasBox } from "./fields.ts";
import {
  type Draft,
  emptyDraft,
  howItGoes,
  offersFor,
  payHint,
  searchesOf,
  type Source,
  sourceWords,
  toggleType,
  walletFault,
} from "./rules.ts";

const up = (searchType: Source["searchType"]): Source => ({ searchType, state: "up", usualSeconds: 4 });
const typesOf = (sources: readonly Source[], userType: "individual" | "business") =>
  offersFor(sources, userType, hasBox).map(({ card, offers }) =>
    [card, ...offers.map((offer) => offer.type)].join(": "),
  );

test("WIZARD-06: the four cards stand in order, with what the server has a source for", () => {
  expect(typesOf([up("nin")], "individual")).toEqual([
    "Person Identity Profile: nin",
    "Business Profile",
    "Financial Credit Profile",
    "Vehicle History Profile",
  ]);
});

test("WIZARD-10: what is for businesses is not offered to an individual, and nobody is offered what has no box", () => {
  expect(typesOf([up("bulk_nin"), up("rc"), up("demographics")], "individual")[0]).toBe("Person Identity Profile");
  expect(typesOf([up("bulk_nin"), up("rc")], "business").slice(0, 2)).toEqual([
    "Person Identity Profile",
    "Business Profile: rc",
  ]);
});

test("a source that is down is shown and cannot be chosen", () => {
  const [person] = offersFor([{ searchType: "nin", state: "down", usualSeconds: null }], "individual", hasBox);
  expect(person?.offers[0]?.disabled).toBe(true);
  expect(sourceWords(person?.offers[0]?.source)).toContain("not answering");
});

test("WIZARD-08, C-16: several profiles, one search type each", () => {
  expect(toggleType(["nin"], "vin")).toEqual(["nin", "vin"]);
  expect(toggleType(["nin", "vin"], "phone")).toEqual(["phone", "vin"]);
  expect(toggleType(["nin"], "nin")).toEqual([]);
});

const nin: Draft = { ...emptyDraft, types: ["nin"], values: { nin: "70123456789" }, purposeCode: "tenancy" };

test.each([
  { draft: nin, faults: {}, why: "eleven digits and a reason are enough" },
  {
    draft: { ...nin, values: { nin: "7012345678" } },
    faults: { nin: "NIN must be exactly 11 digits." },
    why: "ten digits are not eleven",
  },
  {
    draft: { ...nin, purposeCode: "" },
    faults: { purpose: "Say why you ask. The person will see it." },
    why: "a person is never asked without a reason",
  },
  {
    draft: { ...nin, purposeNote: "see www.example.ng" },
    faults: { purposeNote: "Write plain words, without a link." },
    why: "the note is plain words",
  },
  {
    draft: { ...emptyDraft, types: ["bvn"], values: { bvn: "22212345678" }, purposeCode: "credit" } as const,
    faults: { options: "At least one Credit Bereau must be selected" },
    why: "a credit search names a bureau",
  },
  {
    draft: { ...emptyDraft, types: ["vin"], values: { vin: "1HGCM82633A00435" } } as const,
    faults: { vin: "VIN must be exactly 17 characters." },
    why: "a vehicle needs no reason, but all its characters",
  },
])("WIZARD-20 to WIZARD-24: $why", ({ draft, faults }) => {
  expect(faultsOf(draft)).toEqual(faults);
});

test("WIZARD-29: the payload holds what the chosen types need and nothing left over", () => {
  const draft: Draft = {
    ...nin,
    values: { nin: "70123456789", rc: "123" },
    options: ["stolencheck"],
    purposeNote: " flat 3 ",
  };
  expect(payloadOf(draft)).toEqual({ nin: "70123456789", purpose: { code: "tenancy", note: "flat 3" } });
});

test("PRICE-10: the fee is known before anything is typed, by the function the server charges with", () => {
  const item = {
    price: { NGN: 500_00n, USD: 70n },
    vat: { NGN: 38_00n, USD: 6n },
    serviceFee: { NGN: 50_00n, USD: 7n },
    processingFee: 0n,
  };
  const list = { items: Array.from({ length: 10 }, () => item), rate: 1500_00n };
  const searches = searchesOf({ types: ["nin"], options: [] });
  expect(quoteFor(searches, list, "NGN").total).toEqual(naira(588_00n));
  expect(quoteFor(searches, list, "USD").total).toEqual(dollars(83n));
});

test.each([
  { wallet: naira(588_00n), due: naira(588_00n), fault: undefined, why: "an exact balance pays" },
  { wallet: naira(587_99n), due: naira(588_00n), fault: "wallet_balance_low", why: "one kobo short does not" },
  { wallet: naira(999_00n), due: dollars(83n), fault: "currency_mismatch", why: "naira does not pay dollars" },
  { wallet: dollars(999n), due: naira(588_00n), fault: "currency_mismatch", why: "dollars do not pay naira" },
])("PAY-08, PAY-09, O-22: $why", ({ wallet, due, fault }) => {
  expect(walletFault(wallet, due)).toBe(fault);
});

test("PAY-04: Payment waits for a choice, a price, a method and the tick, and says which", () => {
  const all = { types: ["nin"], method: "1", accepted: true, priced: true } as const;
  expect(payHint(all)).toBeUndefined();
  expect(payHint({ ...all, method: undefined })).toBe("Kindly select a payment method");
  expect(payHint({ ...all, accepted: false })).toMatch(/box/);
  expect(payHint({ ...all, types: [] })).toMatch(/Choose/);
});

test("the hours told are the retention table's", () => {
  expect(howItGoes(["nin"]).join(" ")).toMatch(/24 hours to say.*for 24 hours/);
  expect(howItGoes(["vin"]).join(" ")).not.toMatch(/person/);
});
