import { problems } from "@idanimo/contract/problems";
import { expect, test } from "vitest";
import { withNextStep, viewProblemMessage } from "./problem-message.ts";

test("a refusal shown over a screen says whether something was done, or what to do now, also where its text is fixed", () => {
  const told = /nothing|no money|charged|safe|try|wait|sign in|load|confirm|recharge|once more|still see|right/i;
  const silent = Object.entries(problems)
    .filter(([, { surface }]) => surface === "dialog" || surface === "toast")
    .map(([code, { text }]) => `${code}: ${withNextStep(text)}`)
    .filter((line) => !told.test(line.slice(line.indexOf(":"))));
  expect(silent).toEqual([]);
});

test("R-26 what was only looked at is not said to be free: it may have been paid for before", () => {
  for (const code of ["unavailable", "no_response"] as const) {
    const { title, text, status } = problems[code];
    expect(viewProblemMessage({ code, status, title, message: text })).toMatch(/^(?!.*charged).*try again/i);
  }
});

test("a text fixed by the specification stands as it is, and our sentence follows it", () => {
  for (const { text } of Object.values(problems)) expect(withNextStep(text).startsWith(text)).toBe(true);
  expect(withNextStep(problems.payment_not_started.text)).toBe(
    "Failed to initialize payment. Nothing was charged. Try again in a moment.",
  );
});
