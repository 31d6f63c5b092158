import { expect, test } from "vitest";
import { commonProblems } from "./operation.ts";
import { operations } from "./operations.ts";
import { problemBodyOf, fail, fillPlaceholders, isProblemCode, type ProblemCode, problems } from "./problems.ts";
import * as texts from "./texts.ts";

const codes = Object.keys(problems) as readonly ProblemCode[];
const blanksOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");

test.each(codes)("the problem %s has a status, and words a person can read once its blanks are filled", (code) => {
  const { status, title, text } = problems[code];
  expect(status === 0 || (status >= 400 && status < 600)).toBe(true);
  expect(title).not.toBe("");
  const facts = Object.fromEntries(blanksOf(text).map((name) => [name, "something"]));
  const body = problemBodyOf({ code, facts });
  expect(body.message).not.toMatch(/[{}]|undefined/);
  expect(body).toEqual({ title, status, code, message: fillPlaceholders(text, facts) });
});

test("blanks are words in braces, and only problems and screens with facts have them", () => {
  for (const text of Object.values(texts))
    for (const blank of blanksOf(text)) expect(blank).toMatch(/^[a-z][A-Za-z]*$/);
  for (const text of Object.values(texts)) expect(text.replaceAll(/\{\w+\}/g, "")).not.toMatch(/[{}]/);
});

test("a forgotten blank stays visible and a value is never read as a blank", () => {
  expect(fillPlaceholders("wait {wait}", {})).toBe("wait {wait}");
  expect(fillPlaceholders("{a} and {b}", { a: "{b}", b: "two" })).toBe("{b} and two");
});

test("fields and details travel with the refusal they belong to", () => {
  const refused = fail("bad_input", {}, { fields: { nin: "no" }, details: { id: "x" } });
  expect(problemBodyOf(refused.problem)).toMatchObject({
    code: "bad_input",
    fields: { nin: "no" },
    details: { id: "x" },
  });
});

test("a text names a problem only when the catalogue has it", () => {
  expect(isProblemCode("not_found")).toBe(true);
  expect(isProblemCode("constructor")).toBe(false);
});

test.each(Object.entries(operations))(
  "the call %s refuses with problems of the catalogue, each named once",
  (_name, operation) => {
    const all = [...commonProblems, ...operation.problems];
    expect(new Set(all).size).toBe(all.length);
    for (const code of all) expect(isProblemCode(code)).toBe(true);
  },
);

test("a refusal before anything happened says that nothing was charged, or has nothing to do with money", () => {
  const aboutMoney = [
    "amount_mismatch",
    "quote_ended",
    "already_paid",
    "top_up_too_large",
    "same_key_other_body",
  ] as const;
  for (const code of aboutMoney) expect(problems[code].text).toMatch(/Nothing was charged/);
});
