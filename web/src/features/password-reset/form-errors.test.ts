import { resetForm } from "@idanimo/contract/passwords";
import { type ProblemCode, problems } from "@idanimo/contract/problems";
import { expect, test } from "vitest";
import { validateFields } from "../../lib/form.ts";
import { forgotPasswordFields } from "./forgot-password-fields.ts";
import { forgotPasswordError, resetPasswordError } from "./form-errors.ts";

const met = (code: ProblemCode) =>
  ({ code, status: problems[code].status, title: problems[code].title, message: problems[code].text }) as const;

test.each(["", "  ", "ada", "ada@example", "@example.com"])(
  "PASSWORD-02 what does not look like a mail address is asked for again: '%s'",
  (email) => {
    expect(validateFields(forgotPasswordFields, { email })).toEqual({ email: "Please enter a valid email address" });
  },
);

test("PASSWORD-02 blanks around a mail address are not its owner's mistake", () => {
  expect(forgotPasswordFields.parse({ email: " ada@example.com " })).toEqual({ email: "ada@example.com" });
});

test.each([
  { id: "ERR-24", code: "too_many_requests", title: "Failed to reset password" },
  { id: "ERR-24", code: "unexpected", title: "Failed to reset password" },
  { id: "ERR-24", code: "captcha_failed", title: "Failed to reset password" },
  { id: "ERR-25", code: "no_response", title: "Failed to reset password. Please try again." },
  { id: "ERR-25", code: "request_not_built", title: "Failed to reset password. Please try again." },
] as const)("$id asking for a new password refused with $code reads: $title", ({ code, title }) => {
  expect(forgotPasswordError(met(code)).title).toBe(title);
});

test("ERR-26 ERR-27 a link at its end is another matter than a password that was not taken", () => {
  expect(resetPasswordError(met("invalid_reset_link"))).toBeUndefined();
  expect(resetPasswordError(met("unexpected"))?.title).toBe("Reset password Failed");
});

test.each([
  { newPassword: "", confirmpassword: "", field: "newPassword", message: "Please enter your password" },
  {
    newPassword: "short",
    confirmpassword: "short",
    field: "newPassword",
    message: "Password must be 8 characters or more",
  },
  {
    newPassword: "three brown goats",
    confirmpassword: "three brown goat",
    field: "confirmpassword",
    message: "Passwords do not match",
  },
])(
  "PASSWORD-05 PASSWORD-06 a new password $newPassword, then $confirmpassword reads: $message",
  ({ field, message, ...typed }) => {
    expect(validateFields(resetForm, typed)).toEqual({ [field]: message });
  },
);
