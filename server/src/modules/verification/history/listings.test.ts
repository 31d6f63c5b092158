import { catalogueRowOf, searchTypes } from "@idanimo/contract/catalogue";
import fc from "fast-check";
import { expect, test } from "vitest";
import { matchWords, listingsOf, unmaskedListings } from "./listings.ts";

const places = listingsOf(searchTypes);

test("matchWords finds a kind by any part of one of its words [DASH-04 DASH-10]", () => {
  const words = fc.constantFrom(...places).chain((listing) => {
    const { historyType, searchParameter, label } = catalogueRowOf(listing.type);
    const word = fc.constantFrom(...[historyType, searchParameter, label].join(" ").split(" "));
    return fc.record({
      listing: fc.constant(listing),
      word,
      from: fc.nat(5),
      length: fc.integer({ min: 1, max: 30 }),
    });
  });
  fc.assert(
    fc.property(words, ({ listing, word, from, length }) => {
      const start = Math.min(from, word.length - 1);
      const part = word.slice(start, start + length);
      const { listings: found } = matchWords([part.toLowerCase()], searchTypes);
      expect(found).toContainEqual({ ...listing, onlyInTime: false });
    }),
  );
});

test("matchWords finds no listing for an unknown word [T-72]", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 100 }), (typed) => {
      expect(matchWords([...typed.toLowerCase().split(/\s+/), "zzz"], searchTypes)).toEqual({
        listings: [],
        onlyOverdue: [],
      });
    }),
  );
});

test("matchWords treats an overdue row as expired before a job marks it [DASH-14]", () => {
  const waiting = { type: "nin", as: "WAITING" } as const;
  const delivered = { type: "vin", as: "DELIVERED" } as const;
  expect(matchWords(["awaiting"], searchTypes).listings).toContainEqual({ ...waiting, onlyInTime: true });
  expect(matchWords(["view"], searchTypes).listings).toContainEqual({ ...delivered, onlyInTime: true });
  const { listings: expired, onlyOverdue: onlyLate } = matchWords(["expired"], searchTypes);
  expect(onlyLate).toEqual(expect.arrayContaining([waiting, delivered]));
  expect(expired).not.toContainEqual(expect.objectContaining(waiting));
  expect(matchWords(["pending"], searchTypes).listings).toContainEqual({ ...waiting, onlyInTime: false });
});

test("unmaskedListings excludes rows with masked values [T-52]", () => {
  const over = ["EXPIRED", "WITHDRAWN", "UNANSWERED"];
  const asking = searchTypes.filter((type) => catalogueRowOf(type).consent);
  expect(unmaskedListings(asking).filter(({ as }) => over.includes(as))).toEqual([]);
  expect(unmaskedListings(searchTypes).filter(({ as }) => as === "EXPIRED")).toEqual([]);
  expect(unmaskedListings(searchTypes)).toContainEqual({ type: "nin", as: "WAITING" });
  expect(unmaskedListings(searchTypes)).not.toContainEqual({ type: "nin", as: "PROVIDER_FAILED" });
  expect(unmaskedListings(searchTypes)).toContainEqual({ type: "rc", as: "PROVIDER_FAILED" });
});
