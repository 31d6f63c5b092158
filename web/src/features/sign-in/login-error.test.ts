import { type ProblemCode, problems } from "@idanimo/contract/problems";
import { expect, test } from "vitest";
import { loginErrorOf } from "./login-error.ts";

const met = (code: ProblemCode) =>
  loginErrorOf({ code, status: problems[code].status, title: problems[code].title, message: problems[code].text });

test.each([
  { id: "ERR-05", code: "incorrect_credentials", title: "Incorrect email or password" },
  {
    id: "ERR-06",
    code: "ip_address_missing",
    title:
      "Error 406: Not Acceptable. We're sorry, but the server cannot fulfill your request at this time. Try again later",
  },
  { id: "ERR-07", code: "captcha_failed", title: "Login Failed" },
  { id: "ERR-07", code: "too_many_requests", title: "Login Failed" },
  { id: "ERR-07", code: "unexpected", title: "Login Failed" },
  { id: "ERR-07", code: "no_response", title: "Login Failed" },
] as const)("shows the specified title when a sign-in fails with $code [$id]", ({ code, title }) => {
  expect(met(code).title).toBe(title);
});

test("shows any other problem's own text below the title", () => {
  expect(met("captcha_failed").text).toBe(problems.captcha_failed.text);
  expect(met("no_response").text).toMatch(/^No response received from the server\. /);
});
