import { describe, expect, test } from "vitest";
import type { ResultRequest } from "./result-query.ts";
import { exampleRequest } from "./testing/example-request.ts";
import { recordFound, recordMissing, verdictOf } from "./verdict.ts";

const verdictWith = (nameMatch: ResultRequest["nameMatch"]) => verdictOf(exampleRequest({ nameMatch }));

describe("verdictOf", () => {
  test.each([
    {
      verdict: "match",
      comparedWith: "NIN record",
      tone: "success",
      title: "Name matches",
      text: "The name matches the NIN record.",
    },
    {
      verdict: "close",
      comparedWith: "BVN record",
      tone: "waiting",
      title: "Name is close",
      text: "The name is close to the one in the BVN record.",
    },
    {
      verdict: "different",
      comparedWith: "NIN record",
      tone: "problem",
      title: "Name is different",
      text: "The name is different from the one in the NIN record.",
    },
    {
      verdict: "unknown",
      comparedWith: null,
      tone: "info",
      title: "Name not compared",
      text: "The record has no name to compare with.",
    },
  ] as const)("says in words which record was compared: $verdict", ({ verdict, comparedWith, text, ...shown }) => {
    expect(verdictWith({ verdict, comparedWith, given: "Ada Obi" })).toEqual({
      ...shown,
      text: `${text} You typed Ada Obi.`,
    });
  });

  test("says that a record was found if no name was typed, and nothing if it was not loaded", () => {
    expect(verdictWith(null)).toBe(recordFound);
    expect(verdictOf(exampleRequest(), recordMissing)).toBe(recordMissing);
    expect(verdictOf(undefined)).toBeUndefined();
  });
});
