import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { NameVerdict } from "./NameVerdict.tsx";
import type { ResultRequest } from "./result-query.ts";

const textOf = (nameMatch: ResultRequest["nameMatch"]) =>
  renderToStaticMarkup(<NameVerdict nameMatch={nameMatch} />)
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

test.each([
  { verdict: "match", comparedWith: "NIN record", text: "Name matches The name matches the NIN record." },
  {
    verdict: "close",
    comparedWith: "BVN record",
    text: "Name is close The name is close to the one in the BVN record.",
  },
  {
    verdict: "different",
    comparedWith: "NIN record",
    text: "Name is different The name is different from the one in the NIN record.",
  },
  { verdict: "unknown", comparedWith: null, text: "Name not compared The record has no name to compare with." },
] as const)("says in words which record was compared: $verdict", ({ text, ...found }) => {
  expect(textOf({ ...found, given: "Ada Obi" })).toBe(`${text} You typed Ada Obi .`);
});

test("renders nothing without an expected name", () => {
  expect(textOf(null)).toBe("");
});
