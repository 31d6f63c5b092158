import { expect, test } from "vitest";
import { normaliseEmail, registrationDetailsOf, canReceiveSms } from "./rules.ts";
import { businessForm, individualForm } from "./testing/kit.ts";

test.each([
  { typed: "Ada@Example.TEST", outcome: "ada@example.test", why: "ASCII letters to lower case" },
  {
    typed: "\u00c9v\u00e9@example.test",
    outcome: "\u00e9v\u00e9@example.test",
    why: "other letters to lower case too",
  },
])("normalises an email address: $why", ({ typed, outcome }) => {
  expect(normaliseEmail(typed)).toBe(outcome);
});

test("leaves business members and the hidden NIN of an individual's form empty [SIGNUP-17]", () => {
  const form = { ...individualForm(), userType: "individual" as const, nin: "", captcha: "x" };
  expect(registrationDetailsOf(form)).toEqual({
    firstName: "Ada",
    lastName: "Obi",
    phone: "+2348030000001",
    nin: null,
    designation: null,
    businessName: null,
    rcNumber: null,
    officeAddress: null,
  });
});

test("returns all members of a business's form [SIGNUP-40]", () => {
  const form = { ...businessForm(), userType: "business" as const, phoneNumber: undefined, captcha: "x" };
  expect(registrationDetailsOf(form)).toMatchObject({
    phone: null,
    nin: form.nin,
    designation: "Director",
    rcNumber: "RC 1234567",
  });
});

test.each([
  { phone: "+2348031234567", texts: true },
  { phone: "+8821234567890", texts: false },
  { phone: "+23", texts: false },
  { phone: "+2347061234567", texts: true },
  { phone: "+2349161234567", texts: true },
  { phone: "+2347001234567", texts: false },
  { phone: "+2348001234567", texts: false },
  { phone: "+2349001234567", texts: false },
  { phone: "+23414612345", texts: false },
  { phone: "+23480312345678", texts: false },
])("sends text messages to $phone: $texts [T-05]", ({ phone, texts }) => expect(canReceiveSms(phone)).toBe(texts));
