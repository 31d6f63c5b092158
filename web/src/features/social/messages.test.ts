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
] as const)('shows "$title" when a Google sign-in fails with $code [$id]', ({ code, title }) => {
  expect(socialErrorOf("google", met(code)).title).toBe(title);
});

test("shows the server's message for an account without an email address [ERR-09]", () => {
  const message = "Your Facebook account has no confirmed mail address.";
  expect(socialErrorOf("facebook", met("social_no_email", { message }))).toEqual({ title: message });
});

test('shows "Login failed" for a success response without a session [ERR-11]', () => {
  expect(socialErrorOf("facebook", met("unexpected", { status: 200 })).title).toBe("Login failed");
});

test("shows a Facebook sign-in that failed on the server, with its reference [ERR-13]", () => {
  const words = socialErrorOf("facebook", met("unexpected", { message: "Reference 7" }));
  expect(words).toEqual({ title: "Facebook login failed. Please try again.", text: "Reference 7" });
});

test("uses the specified texts for cancellation and success [ERR-12 ERR-14 ERR-15]", () => {
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
    title: "Your Facebook account has no confirmed email, so we can't sign you in with it. Sign up with your email.",
  },
  { social: "facebook-too_many", title: "Too many attempts. Wait a few minutes, then try again." },
])('shows "$title" after a redirect with $social [SOCIAL-05]', ({ social, title }) => {
  expect(returnErrorOf(social)?.title).toBe(title);
});

test.each(["", "twitter-refused", "google", "google-<b>", "google-refused-x"])(
  "shows no text from the address: '%s' [T-67]",
  (social) => {
    expect(returnErrorOf(social)).toBeUndefined();
  },
);
