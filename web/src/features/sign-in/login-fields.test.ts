import { expect, test } from "vitest";
import { validateFields } from "../../lib/form.ts";
import { loginFields } from "./login-fields.ts";

const typed = { email: "ada@example.test", password: "Garri4all!", rememberMe: false };

test.each([
  { id: "LOGIN-03", field: "email", value: "", message: "Please enter your email" },
  { id: "LOGIN-03", field: "email", value: "ada@", message: "Invalid email format" },
  { id: "LOGIN-04", field: "password", value: "", message: "Please enter your password" },
  { id: "LOGIN-04", field: "password", value: "short", message: "Password must be 8 characters or more" },
])("shows \"$message\" for $field '$value' [$id]", ({ field, value, message }) => {
  expect(validateFields(loginFields, { ...typed, [field]: value })).toEqual({ [field]: message });
});

test("checks only the length of a password, because older ones may break today's rules [LOGIN-04]", () => {
  expect(validateFields(loginFields, { ...typed, password: "alllowercase" })).toEqual({});
});
