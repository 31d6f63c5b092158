import { expect, test } from "vitest";
import { validateFields } from "../../lib/form.ts";
import { loginFields } from "./login-fields.ts";

const typed = { email: "ada@example.test", password: "Garri4all!", rememberMe: false };

test.each([
  { id: "LOGIN-03", field: "email", value: "", message: "Please enter your email" },
  { id: "LOGIN-03", field: "email", value: "ada@", message: "Invalid email format" },
  { id: "LOGIN-04", field: "password", value: "", message: "Please enter your password" },
  { id: "LOGIN-04", field: "password", value: "short", message: "Password must be 8 characters or more" },
])("$id a sign-in with $field '$value' reads: $message", ({ field, value, message }) => {
  expect(validateFields(loginFields, { ...typed, [field]: value })).toEqual({ [field]: message });
});

test("LOGIN-04 a password is judged by its length alone: who has one need not have chosen it by today's rules", () => {
  expect(validateFields(loginFields, { ...typed, password: "alllowercase" })).toEqual({});
});
