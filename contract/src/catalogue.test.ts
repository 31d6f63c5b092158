import { describe, expect, test } from "vitest";
import { catalogue, isSearchType, priceItems, profiles, catalogueRowOf, searchTypes } from "./catalogue.ts";
import { retention } from "./request-status.ts";
import { historyFilters, searchPayload } from "./verification.ts";

test("every search type has one row and no row has another name", () => {
  expect(Object.keys(catalogue)).toEqual([...searchTypes]);
  expect(isSearchType("nin")).toBe(true);
  expect(isSearchType("toString")).toBe(false);
});

describe.each(searchTypes)("%s", (type) => {
  const row = catalogueRowOf(type);

  test("has a profile, a price, a label and a place for its result", () => {
    expect(Object.keys(profiles)).toContain(row.profile);
    expect(Object.keys(priceItems)).toContain(row.priceItem);
    expect(row.label).not.toBe("");
    expect(row.resultRoute).toMatch(/^\/[A-Za-z0-9-]+$/);
  });

  test("takes fields and ticks that a search may carry", () => {
    const known = Object.keys(searchPayload.shape);
    // what is bought on the page of another result is not searched for by a payload
    const isSearched = [...Object.keys(row.fields), ...row.options].every((name) => known.includes(name));
    expect(isSearched).toBe(row.audience !== "holder");
    expect(Object.keys(row.fields).length).toBeGreaterThan(0);
  });

  test("asks the subject exactly where its retention has a time to wait", () => {
    expect(row.consent).toBe(retention[row.retention].awaitingHours !== null);
  });

  test("has an add-on only among its own ticks, and another price for it", () => {
    expect(row.addOn === undefined || row.options.includes(row.addOn.option)).toBe(true);
    expect(row.addOn?.priceItem).not.toBe(row.priceItem);
  });

  test("is taken once per tick only where a tick is needed, so that it never costs nothing", () => {
    expect(row.multiplyPriceBy !== "options" || row.needsOneOption).toBe(true);
  });
});

test("no search that everybody may ask takes the same fields as another one", () => {
  const keys = searchTypes
    .filter((type) => catalogueRowOf(type).audience === "everyone" && catalogueRowOf(type).needsOneOption !== true)
    .map((type) =>
      Object.keys(catalogueRowOf(type).fields)
        .sort((one, other) => one.localeCompare(other))
        .join(),
    );
  expect(new Set(keys).size).toBe(keys.length);
});

test("B§2 every filter entry of the history is some row's word", () => {
  const words = searchTypes.map((type) => catalogueRowOf(type).searchParameter);
  for (const filter of historyFilters) expect(words).toContain(filter);
});
