import { describe, expect, test } from "vitest";
import { catalogue, isSearchType, catalogueRowOf, resultRouteOf, searchTypes, isCompanySearch } from "./catalogue.ts";
import { priceItems } from "./price-items.ts";
import { profiles } from "./checks/check-row.ts";
import { retention } from "./request-status.ts";
import { historyFilters } from "./history.ts";
import { searchPayload } from "./search-payload.ts";

test("has exactly one row for every search type", () => {
  expect(Object.keys(catalogue)).toEqual([...searchTypes]);
  expect(isSearchType("nin")).toBe(true);
  expect(isSearchType("toString")).toBe(false);
});

describe.each(searchTypes)("%s", (type) => {
  const row = catalogueRowOf(type);

  test("has a profile, a price, a label and a result page", () => {
    expect(Object.keys(profiles)).toContain(row.profile);
    expect(priceItems).toContain(row.priceItem);
    expect(row.label).not.toBe("");
    expect(resultRouteOf(type)).toMatch(/^\/[A-Za-z0-9-]+$/);
  });

  test("takes fields and options of the search payload", () => {
    const known = Object.keys(searchPayload.shape);
    // what is bought on the page of another result may have fields of its own
    const isSearched = [...Object.keys(row.fields), ...row.options].every((name) => known.includes(name));
    expect(isSearched || row.audience === "holder").toBe(true);
    expect(Object.keys(row.fields).length).toBeGreaterThan(0);
  });

  test("asks for consent only if its retention class has a waiting time", () => {
    expect(!row.consent || retention[row.retention].awaitingHours !== null).toBe(true);
  });

  test("has an add-on only among its own options, with a different price item", () => {
    expect(row.addOn === undefined || row.options.includes(row.addOn.option)).toBe(true);
    expect(row.addOn?.priceItem).not.toBe(row.priceItem);
  });

  test("multiplies the price by options only if one is required", () => {
    expect(row.multiplyPriceBy !== "options" || row.needsOneOption).toBe(true);
  });
});

test("gives each search that every user may buy its own set of fields", () => {
  const keys = searchTypes
    .filter((type) => catalogueRowOf(type).audience === "everyone" && catalogueRowOf(type).needsOneOption !== true)
    .map((type) =>
      Object.keys(catalogueRowOf(type).fields)
        .sort((one, other) => one.localeCompare(other))
        .join(),
    );
  expect(new Set(keys).size).toBe(keys.length);
});

test("has a row for every filter entry of the history [DASH-05]", () => {
  const words = searchTypes.map((type) => catalogueRowOf(type).searchParameter);
  for (const filter of historyFilters) expect(words).toContain(filter);
});

describe("isCompanySearch", () => {
  test("is true for the searches of companies only, not for their stakeholders", () => {
    const found = searchTypes.filter((type) => isCompanySearch(catalogueRowOf(type)));
    expect(found).toEqual(["rc", "business_name"]);
  });

  test("is false for another record about a business", () => {
    expect(isCompanySearch({ ...catalogueRowOf("rc"), resultPage: "labelled" })).toBe(false);
  });
});
