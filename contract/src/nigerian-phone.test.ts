import { describe, expect, test } from "vitest";
import { safeParse } from "zod/mini";
import { searchPhone } from "./fields.ts";
import { normaliseNigerianPhone } from "./nigerian-phone.ts";
import * as texts from "./texts.ts";

describe("normaliseNigerianPhone", () => {
  test.each([
    "08035551122",
    "8035551122",
    "0803 555 1122",
    "0803-555-1122",
    "0803.555.1122",
    "(0803) 555-1122",
    " 0803\u00a0555\u00a01122 ",
    "0803\u2011555\u20131122",
    "+2348035551122",
    "+234 803 555 1122",
    "+234-803-555-1122",
    "+234 0803 555 1122",
    "+234 (0) 803 555 1122",
    "(+234) 803 555 1122",
    "2348035551122",
    "234 803 555 1122",
    "00234 803 555 1122",
    "009 234 803 555 1122",
    "tel:+2348035551122",
    // as a contact list copies it
    "\u202a+234 803 555 1122\u202c",
  ])("reads %j as 08035551122 [WIZARD-23]", (spelling) => {
    expect(normaliseNigerianPhone(spelling)).toBe("08035551122");
  });

  test.each(["07035551122", "08135551122", "09035551122", "09135551122", "02015551122"])(
    "accepts %s, whose range is Nigerian [WIZARD-23]",
    (number) => {
      expect(normaliseNigerianPhone(number)).toBe(number);
    },
  );

  test.each([
    { text: "", why: "is empty" },
    { text: "+", why: "has no digits" },
    { text: "+44 7700 900123", why: "is British" },
    { text: "+1 803 555 1122", why: "is American" },
    { text: "0044 7700 900123", why: "is British, with 00" },
    { text: "+8035551122", why: "has a plus and no country" },
    { text: "+0803 555 1122", why: "has a plus before its zero" },
    { text: "0803 555 112", why: "is one digit short" },
    { text: "0803 555 11223", why: "is one digit too long" },
    { text: "+234 803 555 112", why: "is one digit short" },
    { text: "+234 803 555 11223", why: "is one digit too long" },
    { text: "01 234 5678", why: "is a landline in the old form" },
    { text: "03035551122", why: "begins with a range that no operator has" },
    { text: "0803 555 1122 / 0803 555 1123", why: "is two numbers" },
    { text: "0803 555 1122 ext. 5", why: "has an extension" },
    { text: "call 08035551122", why: "has words" },
    { text: "0803555O122", why: "has a letter" },
    { text: "08035551122\u0000", why: "has a control character" },
  ])("rejects $text, which $why [WIZARD-23]", ({ text }) => {
    expect(normaliseNigerianPhone(text)).toBeUndefined();
  });
});

describe("searchPhone", () => {
  test.each(["+234 803 555 1122", "2348035551122", "00234 803 555 1122", "0803-555-1122"])(
    "turns %s into 08035551122 [WIZARD-23]",
    (spelling) => {
      expect(safeParse(searchPhone, spelling).data).toBe("08035551122");
    },
  );

  test.each([
    { text: " ", message: texts.phoneRequired },
    { text: "+44 7700 900123", message: texts.phoneNotNigerian },
    { text: "0803", message: texts.phoneNotNigerian },
  ])("rejects $text with its own message [WIZARD-23]", ({ text, message }) => {
    expect(safeParse(searchPhone, text).error?.issues.map((issue) => issue.message)).toEqual([message]);
  });
});
