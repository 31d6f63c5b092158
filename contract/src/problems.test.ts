import { expect, test } from "vitest";
import { commonProblems } from "./operation.ts";
import { operations } from "./operations.ts";
import { problemBodyOf, fail, fillPlaceholders, isProblemCode, type ProblemCode, problems } from "./problems.ts";
import * as texts from "./texts.ts";

const codes = Object.keys(problems) as readonly ProblemCode[];
const blanksOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");

test.each(codes)("gives the problem %s a status, and a text without open placeholders", (code) => {
  const { status, title, text } = problems[code];
  expect(status === 0 || (status >= 400 && status < 600)).toBe(true);
  expect(title).not.toBe("");
  const facts = Object.fromEntries(blanksOf(text).map((name) => [name, "something"]));
  const body = problemBodyOf({ code, facts });
  expect(body.message).not.toMatch(/[{}]|undefined/);
  expect(body).toEqual({ title, status, code, message: fillPlaceholders(text, facts) });
});

test("has placeholders that are words in braces", () => {
  for (const text of Object.values(texts))
    for (const blank of blanksOf(text)) expect(blank).toMatch(/^[a-z][A-Za-z]*$/);
  for (const text of Object.values(texts)) expect(text.replaceAll(/\{\w+\}/g, "")).not.toMatch(/[{}]/);
});

test("leaves a placeholder without a value, and never fills one in a value", () => {
  expect(fillPlaceholders("wait {wait}", {})).toBe("wait {wait}");
  expect(fillPlaceholders("{a} and {b}", { a: "{b}", b: "two" })).toBe("{b} and two");
});

test("puts fields and details into the problem body", () => {
  const problem = fail("bad_input", {}, { fields: { nin: "no" }, details: { id: "x" } });
  expect(problemBodyOf(problem.problem)).toMatchObject({
    code: "bad_input",
    fields: { nin: "no" },
    details: { id: "x" },
  });
});

test("accepts only codes of the catalogue", () => {
  expect(isProblemCode("not_found")).toBe(true);
  expect(isProblemCode("constructor")).toBe(false);
});

test.each(Object.entries(operations))(
  "has problems of the catalogue, each once, for the operation %s",
  (_name, operation) => {
    const all = [...commonProblems, ...operation.problems];
    expect(new Set(all).size).toBe(all.length);
    for (const code of all) expect(isProblemCode(code)).toBe(true);
  },
);

test("says that nothing was charged in problems about money", () => {
  const aboutMoney = [
    "amount_mismatch",
    "quote_ended",
    "already_paid",
    "top_up_too_large",
    "same_key_other_body",
  ] as const;
  for (const code of aboutMoney) expect(problems[code].text).toMatch(/Nothing was charged/);
});
