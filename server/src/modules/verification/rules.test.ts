import { priceItems } from "@idanimo/contract/price-items";
import { examples } from "@idanimo/contract/checks/details";
import { catalogueRowOf, type SearchType, searchTypes } from "@idanimo/contract/catalogue";
import { searchPayload, type SearchPayload } from "@idanimo/contract/search-payload";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isMinor, itemsInPayload, checkMayBuy, displayValue } from "./rules.ts";
import { consentStatusOf, requestStatusOf, historyStatusOf } from "./request-status.ts";

const found = (payload: SearchPayload) => itemsInPayload(payload).map((item) => item.type);
const example: SearchPayload = {
  nin: "12345678901",
  phone: "08030000001",
  firstname: "Ada",
  lastname: "Obi",
  dateOfBirth: "01/02/1990",
  gender: "f",
  face: "aGk=",
  finger: "aGk=",
  rc: "RC1",
  business_name: "Obi Ltd",
  bvn: "22222222222",
  crc: true,
  firstCentral: true,
  creditRegistry: true,
  vin: "1HGCM82633A004352",
  stolencheck: true,
  license_number: "ABC123DE",
};

describe("itemsInPayload [WIZARD-10]", () => {
  test.each(searchTypes.filter((type) => examples[type].search !== null))("finds only %s in its example", (type) => {
    expect(found(searchPayload.parse(examples[type].search))).toEqual([type]);
  });

  test.each([
    ["a NIN", { nin: "1" }, ["nin"]],
    ["one lookup for a NIN with a face", { nin: "1", face: "x" }, ["nin_face"]],
    [
      "one lookup for a NIN with a fingerprint",
      { nin: "1", finger: "x" },
      itemsInPayload({ nin: "1", finger: "x" }).map((item) => item.type),
    ],
    ["none for a BVN without a bureau", { bvn: "1" }, []],
    ["none for a bureau without a BVN", { crc: true }, []],
    ["none for a BVN with an unticked bureau", { bvn: "1", crc: false }, []],
    ["a BVN with a bureau", { bvn: "1", crc: true }, ["bvn"]],
    ["a VIN with its option", { vin: "1", stolencheck: true }, ["vin"]],
    ["several profiles at once", { nin: "1", rc: "1", license_number: "1" }, ["nin", "rc", "license_number"]],
    ["none in an empty payload", {}, []],
    ["none for an incomplete name search", { firstname: "Ada" }, []],
  ] as const)("finds %s", (_what, payload, types) => {
    expect(found(payload as SearchPayload).toSorted()).toEqual([...types].toSorted());
  });

  test("uses each field once, completes each lookup and adds nothing [R-14]", () => {
    const payloads = fc.subarray(Object.keys(example) as (keyof SearchPayload)[]).map((names) => ({
      names,
      payload: searchPayload.parse(Object.fromEntries(names.map((name) => [name, example[name]]))),
    }));
    fc.assert(
      fc.property(payloads, ({ names, payload }) => {
        const items = itemsInPayload(payload);
        const used = items.flatMap((item) => Object.keys(item.values));
        expect(new Set(used).size).toBe(used.length);
        for (const name of used) expect(names).toContain(name);
        for (const item of items) {
          const row = catalogueRowOf(item.type);
          expect(Object.keys(item.values).toSorted()).toEqual(Object.keys(row.fields).toSorted());
          expect(displayValue(item)).toBe(Object.values(item.values)[0]);
          for (const option of item.options)
            expect([row.options.includes(option), names.includes(option)]).toEqual([true, true]);
          if (row.needsOneOption) expect(item.options.length).toBeGreaterThan(0);
          expect(item.records).toBe(1);
        }
        // the remaining fields complete no further lookup
        const left = new Set(names.filter((name) => !used.includes(name)));
        for (const type of searchTypes)
          if (!catalogueRowOf(type).needsOneOption)
            expect([
              type,
              Object.keys(catalogueRowOf(type).fields).every((field) => left.has(field as keyof SearchPayload)),
            ]).toEqual([type, false]);
        const order = items.map((item) => priceItems.indexOf(catalogueRowOf(item.type).priceItem));
        expect(order).toEqual(order.toSorted((one, other) => one - other));
      }),
      { numRuns: 400 },
    );
  });
});

test("checkMayBuy restricts business types and types without a source [T-17]", () => {
  const codeOf = (type: SearchType, userType: "individual" | "business", offered: readonly string[]) => {
    const allowed = checkMayBuy(type, userType, offered);
    return allowed.ok ? "ok" : allowed.problem.code;
  };
  for (const type of searchTypes) {
    const row = catalogueRowOf(type);
    expect([type, codeOf(type, "business", searchTypes)]).toEqual([type, "ok"]);
    const forIndividual = row.audience === "business" ? "not_for_this_account" : "ok";
    expect([type, codeOf(type, "individual", searchTypes)]).toEqual([type, forIndividual]);
    expect([type, codeOf(type, "business", [])]).toEqual([type, "not_offered"]);
  }
});

describe("isMinor [T-49]", () => {
  test.each([
    ["a day before the birthday", "2026-03-14T12:00:00Z", true],
    ["a millisecond before the birthday in Lagos", "2026-03-14T22:59:59.999Z", true],
    ["at the start of the birthday in Lagos, a day earlier in London", "2026-03-14T23:00:00Z", false],
    ["a day after the birthday", "2026-03-16T12:00:00Z", false],
  ])("applies the Lagos date %s", (_what, now, minor) => expect(isMinor("2008-03-15", new Date(now))).toBe(minor));

  test.each([
    ["2026-02-28T22:59:59Z", true],
    ["2026-02-28T23:00:00Z", false],
  ])("counts a person born on 29 February as of age on 1 March (%s)", (now, minor) =>
    expect(isMinor("2008-02-29", new Date(now))).toBe(minor),
  );

  test.each(["", "2008", "2008-03", "soon", "15/03/2008", "2008-13-45x"])(
    "counts an unreadable date (%j) as a minor's",
    (date) => expect(isMinor(date, new Date("2026-03-16T12:00:00Z"))).toBe(true),
  );
});

describe("request status texts [DASH-11 DASH-12 C-19]", () => {
  const now = new Date("2026-03-16T12:00:00Z");
  const [past, future] = [new Date(now.getTime() - 1), new Date(now.getTime() + 1)];
  const base = {
    state: "closed",
    outcome: null,
    consent: null,
    deadline: null,
    consent_expires_at: null,
    result_expires_at: null,
    search_type: "nin",
  } as const;
  test.each([
    [{ state: "looking_up", consent: "initiate" }, "initiate", "initiate"],
    [{ state: "awaiting_consent", consent: "pending", deadline: future }, "pending", "pending"],
    [{ state: "awaiting_consent", consent: "pending", deadline: past }, "pending", "expired"],
    [{ outcome: "DELIVERED", consent: "granted", consent_expires_at: future }, "granted", "granted"],
    [{ outcome: "DELIVERED", consent: "granted", consent_expires_at: past }, "granted", "expired"],
    [{ outcome: "DELIVERED", consent: "terminated", consent_expires_at: past }, "terminated", "terminated"],
    [{ outcome: "DENIED", consent: "denied" }, "denied", "denied"],
    [{ outcome: "UNANSWERED", consent: "terminated" }, "terminated", "terminated"],
    [{ outcome: "NO_DATA", consent: "no_data_found" }, "No data found", "no data found"],
    [{ outcome: "PROVIDER_FAILED", consent: "terminated" }, "terminated", "terminated"],
    [{ outcome: "DELIVERED", result_expires_at: future }, "granted", "granted"],
    [{ outcome: "DELIVERED", result_expires_at: past }, "granted", "expired"],
    [{ outcome: "NO_DATA" }, "No data found", "no data found"],
  ] as const)("of %j are %s and %s", (row, consent, status) => {
    const requestStatus = requestStatusOf({ ...base, ...row });
    expect([consentStatusOf(requestStatus), historyStatusOf(requestStatus, now)]).toEqual([consent, status]);
  });
});
