import { expect, test } from "vitest";
import { validateFields } from "../../lib/form.ts";
import { businessDetails, businessFields, individualFields } from "./form-schemas.ts";

const phone = { country: "NG", phone: "" };
const individual = {
  firstName: "Ada",
  lastName: "Obi",
  email: "ada@example.com",
  nin: "",
  password: "Garri4all!",
  confirmPassword: "Garri4all!",
  accepted: true,
  ...phone,
};
const business = {
  designation: "Director",
  firstName: "Ada",
  lastName: "Obi",
  nin: "70123456789",
  email: "ada@example.com",
  password: "plain password",
  confirmPassword: "plain password",
  accepted: true,
  ...phone,
};

const check = {
  individual: (values: unknown) => validateFields(individualFields, values),
  business: (values: unknown) => validateFields(businessFields, values),
  details: (values: unknown) => validateFields(businessDetails, values),
};

test("accepts a correct form [SIGNUP-18]", () => {
  expect(check.individual(individual)).toEqual({});
  expect(check.business(business)).toEqual({});
  expect(check.details({ businessName: "Bright Homes", rcNumber: "123456", officeAddress: "1 Marina" })).toEqual({});
});

test.each(["12", "my phone", "+", "080312345678901"])(
  "accepts the phone number %j, which has no rule [SIGNUP-39]",
  (typed) => {
    expect(check.individual({ ...individual, phone: typed })).toEqual({});
    expect(check.business({ ...business, phone: typed })).toEqual({});
  },
);

test.each([
  { id: "SIGNUP-09", field: "firstName", value: " ", message: "Please enter your first name" },
  { id: "SIGNUP-09", field: "lastName", value: "", message: "Please enter your last name" },
  { id: "SIGNUP-10", field: "email", value: "", message: "Please enter your email" },
  { id: "SIGNUP-10", field: "email", value: "ada", message: "Invalid email format" },
  { id: "SIGNUP-11", field: "password", value: "", message: "Please enter your password" },
  { id: "SIGNUP-11", field: "password", value: "Aa1!", message: "Password must be 8 characters or more" },
  {
    id: "SIGNUP-12",
    field: "password",
    value: "garri4all!",
    message: "Password must contain at least one capital letter",
  },
  {
    id: "SIGNUP-13",
    field: "password",
    value: "GARRI4ALL!",
    message: "Password must contain at least one lowercase letter",
  },
  { id: "SIGNUP-13", field: "password", value: "Garriforall!", message: "Password must contain at least one number" },
  {
    id: "SIGNUP-13",
    field: "password",
    value: "Garri4all",
    message: "Password must contain at least one special character",
  },
  { id: "SIGNUP-14", field: "confirmPassword", value: "Garri4all?", message: "Passwords do not match" },
  { id: "SIGNUP-17", field: "nin", value: "7012x", message: "Please enter only numbers" },
])("shows \"$message\" for an individual's $field '$value' [$id]", ({ field, value, message }) => {
  expect(check.individual({ ...individual, [field]: value })).toMatchObject({ [field]: message });
});

test.each([
  { id: "SIGNUP-31", field: "designation", value: "", message: "Please enter your Designation" },
  { id: "SIGNUP-32", field: "firstName", value: "", message: "Please enter your first name" },
  { id: "SIGNUP-32", field: "lastName", value: "", message: "Please enter your last name" },
  { id: "SIGNUP-33", field: "nin", value: "", message: "Please enter your National Identification Number (NIN)" },
  { id: "SIGNUP-34", field: "nin", value: "7012345678", message: "NIN must be 11 characters" },
  { id: "SIGNUP-35", field: "nin", value: "7012345678a", message: "Please enter only numbers" },
  { id: "SIGNUP-36", field: "email", value: "", message: "Please enter your email" },
  { id: "SIGNUP-36", field: "email", value: "ada@", message: "Invalid email format" },
  { id: "SIGNUP-37", field: "password", value: "short", message: "Password must be 8 characters or more" },
  { id: "SIGNUP-38", field: "confirmPassword", value: "another word", message: "Passwords do not match" },
])("shows \"$message\" for a business's $field '$value' [$id]", ({ field, value, message }) => {
  expect(check.business({ ...business, [field]: value })).toMatchObject({ [field]: message });
});

test.each([
  { field: "businessName", message: "Please enter your business name" },
  { field: "rcNumber", message: "Please enter your RC number" },
  { field: "officeAddress", message: "Please enter your office address" },
])('shows "$message" for a business without $field [SIGNUP-24]', ({ field, message }) => {
  const filled = { businessName: "Bright Homes", rcNumber: "123456", officeAddress: "1 Marina" };
  expect(check.details({ ...filled, [field]: "" })).toEqual({ [field]: message });
});

test("reports all errors of an empty form at once", () => {
  const empty = { ...individual, firstName: "", lastName: "", email: "", password: "", confirmPassword: "x" };
  expect(Object.keys(check.individual(empty)).toSorted()).toEqual([
    "confirmPassword",
    "email",
    "firstName",
    "lastName",
    "password",
  ]);
});
