import { resetForm } from "@idanimo/contract/passwords";
import { type ProblemCode, problems } from "@idanimo/contract/problems";
import { expect, test } from "vitest";
import { validateFields } from "../../lib/form.ts";
import { forgotPasswordFields } from "./forgot-password-fields.ts";
import { forgotPasswordError, resetPasswordError } from "./form-errors.ts";

const met = (code: ProblemCode) =>
  ({ code, status: problems[code].status, title: problems[code].title, message: problems[code].text }) as const;

test.each(["", "  ", "ada", "ada@example", "@example.com"])(
  "rejects an invalid email address: '%s' [PASSWORD-02]",
  (email) => {
    expect(validateFields(forgotPasswordFields, { email })).toEqual({ email: "Please enter a valid email address" });
  },
);

test("accepts an email address with surrounding spaces [PASSWORD-02]", () => {
  expect(forgotPasswordFields.parse({ email: " ada@example.com " })).toEqual({ email: "ada@example.com" });
});

test.each([
  { id: "ERR-24", code: "too_many_requests", title: "Failed to reset password" },
  { id: "ERR-24", code: "unexpected", title: "Failed to reset password" },
  { id: "ERR-24", code: "captcha_failed", title: "Failed to reset password" },
  { id: "ERR-25", code: "no_response", title: "Failed to reset password. Please try again." },
  { id: "ERR-25", code: "request_not_built", title: "Failed to reset password. Please try again." },
] as const)('shows "$title" when the request for a reset link fails with $code [$id]', ({ code, title }) => {
  expect(forgotPasswordError(met(code)).title).toBe(title);
});

test("distinguishes an expired link from a rejected password [ERR-26 ERR-27]", () => {
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
  "shows \"$message\" for '$newPassword' and '$confirmpassword' [PASSWORD-05 PASSWORD-06]",
  ({ field, message, ...typed }) => {
    expect(validateFields(resetForm, typed)).toEqual({ [field]: message });
  },
);
