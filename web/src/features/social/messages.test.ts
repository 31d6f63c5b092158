import { problems, type ProblemCode } from "@idanimo/contract/problems";
import { expect, test } from "vitest";
import { successMessages } from "./use-social-welcome.ts";
import { cancelledTitles, socialErrorOf, returnErrorOf } from "./messages.ts";

const met = (code: ProblemCode, more: { status?: number; message?: string } = {}) =>
  ({
    code,
    status: problems[code].status,
    title: problems[code].title,
    message: problems[code].text,
    ...more,
  }) as const;

test.each([
  { id: "ERR-10", code: "no_response", title: "Network error. Please check your connection." },
  { id: "ERR-08", code: "unexpected", title: "Google login failed. Please try again." },
  { id: "ERR-08", code: "request_not_built", title: "Google login failed. Please try again." },
  { id: "ERR-09", code: "social_refused", title: problems.social_refused.text },
  { id: "ERR-09", code: "too_many_requests", title: problems.too_many_requests.text },
] as const)("$id a Google sign-in refused with $code reads: $title", ({ code, title }) => {
  expect(socialErrorOf("google", met(code)).title).toBe(title);
});

test("ERR-09 what the server says about an account without a mail address stands as it came", () => {
  const message = "Your Facebook account has no confirmed mail address.";
  expect(socialErrorOf("facebook", met("social_no_email", { message }))).toEqual({ title: message });
});

test("ERR-11 a good answer without a sign-in in it reads: Login failed", () => {
  expect(socialErrorOf("facebook", met("unexpected", { status: 200 })).title).toBe("Login failed");
});

test("ERR-13 a Facebook sign-in that fails on the server reads so, with the reference below", () => {
  const words = socialErrorOf("facebook", met("unexpected", { message: "Reference 7" }));
  expect(words).toEqual({ title: "Facebook login failed. Please try again.", text: "Reference 7" });
});

test("ERR-12 ERR-14 ERR-15 leaving and succeeding have the specification's words", () => {
  expect(cancelledTitles.facebook).toBe("Facebook login was cancelled or failed.");
  expect(successMessages).toEqual({
    google: "Google login successful!",
    facebook: "Facebook login successful!",
  });
});

test.each([
  { social: "google-refused", title: problems.social_refused.text },
  { social: "facebook-cancelled", title: "Facebook login was cancelled or failed." },
  { social: "google-cancelled", title: "Google login failed. Please try again." },
  {
    social: "facebook-no_email",
    title:
      "Your Facebook account has no confirmed mail address, so we cannot sign you in with it. Sign up with your mail address.",
  },
  { social: "facebook-too_many", title: "That was too often. Wait a few minutes, then try again." },
])("SOCIAL-05 who comes back by redirect with $social reads: $title", ({ social, title }) => {
  expect(returnErrorOf(social)?.title).toBe(title);
});

test.each(["", "twitter-refused", "google", "google-<b>", "google-refused-x"])(
  "T-67 an address cannot put words of its own on the page: %s",
  (social) => {
    expect(returnErrorOf(social)).toBeUndefined();
  },
);
