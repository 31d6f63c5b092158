import { isProblemCode, problemSurfaces } from "@idanimo/contract/problem-codes";
import { problems } from "@idanimo/contract/problems";
import { expect, test } from "vitest";
import { withNextStep, viewProblemMessage } from "./problem-message.ts";

test("a message over a screen says whether money moved, or what to do next", () => {
  const reported =
    /nothing|no money|charged|safe|try|wait|sign in|load|confirm|recharge|once more|still see|right|set up|change|make (?:someone|another)|approve|no charge|no link/i;
  const silent = Object.entries(problems)
    .filter(([code]) => isProblemCode(code) && ["dialog", "toast"].includes(problemSurfaces[code]))
    .map(([code, { text }]) => `${code}: ${withNextStep(text)}`)
    .filter((line) => !reported.test(line.slice(line.indexOf(":"))));
  expect(silent).toEqual([]);
});

test("a message about viewing does not say that nothing was charged [R-26]", () => {
  for (const code of ["unavailable", "no_response"] as const) {
    const { title, text, status } = problems[code];
    expect(viewProblemMessage({ code, status, title, message: text })).toMatch(/^(?!.*charged).*try again/i);
  }
});

test("keeps a text of the specification as it is and appends our sentence", () => {
  for (const { text } of Object.values(problems)) expect(withNextStep(text).startsWith(text)).toBe(true);
  expect(withNextStep(problems.payment_not_started.text)).toBe(
    "Failed to initialize payment. Nothing was charged. Try again in a moment.",
  );
});
