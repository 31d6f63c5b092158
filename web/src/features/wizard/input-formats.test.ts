import { describe, expect, test } from "vitest";
import { simulateInput } from "../../ui/testing/simulate-input.ts";
import { dateFormat, formatTypedDate, phoneFormat } from "./input-formats.ts";

describe("phoneFormat", () => {
  test.each([
    "+234 803 555 1122",
    "+2348035551122",
    "2348035551122",
    "00234 803 555 1122",
    "009 234 803 555 1122",
    "+234 (0) 803-555-1122",
    "0803-555-1122",
    "0803 555 1122",
    "8035551122",
    "\u202a+234 803 555 1122\u202c",
    "Ada: 0803 555 1122",
    "20261125 08035551122",
  ])("turns '%s' into 0803 555 1122 when pasted into an empty or a full input [WIZARD-23]", (spelling) => {
    const expected = { shown: "0803 555 1122", value: "08035551122", isRejected: false };
    expect(simulateInput(phoneFormat).paste(spelling)).toMatchObject(expected);
    expect(simulateInput(phoneFormat, "09099999999").select().paste(spelling)).toMatchObject(expected);
  });

  test.each([
    "+2348035551122",
    "2348035551122",
    "002348035551122",
    "+234-803-555-1122",
    "0803 555 1122",
    "+23408035551122",
  ])("turns the keys '%s' into 0803 555 1122 [WIZARD-23]", (keys) => {
    expect(simulateInput(phoneFormat).type(keys)).toMatchObject({ shown: "0803 555 1122", value: "08035551122" });
  });

  test("adds the zero to ten digits on blur, because more may follow [WIZARD-23]", () => {
    const box = simulateInput(phoneFormat).type("8035551122");
    expect(box).toMatchObject({ shown: "8035551122", value: "08035551122" });
    expect(box.type("3")).toMatchObject({ shown: "80355511223", value: "80355511223" });
    expect(box.backspace().blur()).toMatchObject({ shown: "0803 555 1122" });
  });

  test.each(["+44 7700 900123", "+1 8035551122", "080355511229", "0803 555 1122 or 0803 555 1123", "unknown"])(
    "shows a pasted '%s' unchanged, and rejects it [WIZARD-23]",
    (text) => {
      expect(simulateInput(phoneFormat, "08035551122").select().paste(text)).toMatchObject({
        shown: text,
        isRejected: true,
      });
    },
  );

  test("never turns the keys of a foreign number into a Nigerian one [WIZARD-23]", () => {
    expect(simulateInput(phoneFormat).type("+447700900123").blur()).toMatchObject({ shown: "+447700900123" });
    expect(simulateInput(phoneFormat).type("8613812345678").blur()).toMatchObject({ shown: "8613812345678" });
  });

  test("ignores a twelfth digit and letters from keys [WIZARD-23]", () => {
    expect(simulateInput(phoneFormat).type("0803a-555-1122-9")).toMatchObject({
      shown: "0803 555 1122",
      value: "08035551122",
    });
  });
});

describe("dateFormat", () => {
  test("formats a date as DD/MM/YYYY while typing [WIZARD-30]", () => {
    expect(["2", "21", "211", "2111", "21111", "21111990"].map(formatTypedDate)).toEqual([
      "2",
      "21",
      "21/1",
      "21/11",
      "21/11/1",
      "21/11/1990",
    ]);
  });

  test.each([
    { keys: "21111990", shown: "21/11/1990" },
    { keys: "21/11/1990", shown: "21/11/1990" },
    { keys: "1/2/1990", shown: "01/02/1990" },
    { keys: "2111199055", shown: "21/11/1990" },
  ])("turns the keys '$keys' into $shown [WIZARD-30]", ({ keys, shown }) => {
    expect(simulateInput(dateFormat).type(keys)).toMatchObject({ shown, value: shown });
  });

  test.each([
    { pasted: "1990-11-21", shown: "21/11/1990", isRejected: false },
    { pasted: "21-11-1990", shown: "21/11/1990", isRejected: false },
    { pasted: "1.2.1990", shown: "01/02/1990", isRejected: false },
    { pasted: "21 Nov 1990", shown: "21 Nov 1990", isRejected: true },
    { pasted: "21/11/19905", shown: "21/11/19905", isRejected: true },
  ])("shows $shown after $pasted is pasted over another date [WIZARD-30]", ({ pasted, ...after }) => {
    expect(simulateInput(dateFormat, "01/01/2000").select().paste(pasted)).toMatchObject(after);
  });

  test("deletes separators with their digits [WIZARD-30]", () => {
    expect(simulateInput(dateFormat, "21/11/1990").backspace().shown).toBe("21/11/199");
    expect(simulateInput(dateFormat, "21/1").select(3, 3).backspace().shown).toBe("21");
  });
});
