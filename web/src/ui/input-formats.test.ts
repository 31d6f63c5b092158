import { describe, expect, test } from "vitest";
import {
  parseAmount,
  codeFormat,
  digitsFormat,
  groupDigits,
  groupThousands,
  moneyFormat,
  findNumbers,
} from "./input-formats.ts";
import { simulateInput } from "./testing/simulate-input.ts";

const nin = digitsFormat(11, [3, 4, 4]);
const naira = moneyFormat("NGN");
const dollars = moneyFormat("USD");
const vin = codeFormat(17, true);
const plate = codeFormat(20, false);

test.each([
  { digits: "", shown: "" },
  { digits: "701", shown: "701" },
  { digits: "7012", shown: "701 2" },
  { digits: "70123456789", shown: "701 2345 6789" },
])("groups $digits as '$shown'", ({ digits, shown }) => {
  expect(groupDigits(digits, [3, 4, 4])).toBe(shown);
});

test("groups thousands with commas and preserves the decimal places", () => {
  expect(groupThousands("1234567.89")).toBe("1,234,567.89");
  expect(groupThousands("999")).toBe("999");
  expect(groupThousands("1000.")).toBe("1,000.");
  expect(groupThousands("25.000,50")).toBe("25.000,50");
});

describe("findNumbers", () => {
  test.each([
    { text: "98765432109", found: ["98765432109"] },
    { text: "20261125 98765432109", found: ["98765432109"] },
    { text: "NIN: 701-2345-6789 (mine)", found: ["70123456789"] },
    { text: "７０１２３４５６７８９", found: ["70123456789"] },
    { text: "98765432109, again 987 6543 2109", found: ["98765432109"] },
    { text: "98765432109 11122223333", found: ["98765432109", "11122223333"] },
    { text: "98765432109 or 111 2222 3333", found: ["98765432109", "11122223333"] },
    { text: "4445555666677", found: [] },
    { text: "", found: [] },
  ])("finds $found in '$text' [WIZARD-20]", ({ text, found }) => {
    expect(findNumbers(text, 11)).toEqual(found);
  });
});

describe("digitsFormat", () => {
  test.each([
    { before: "11122223333", pasted: "4445555666677", shown: "4445555666677", isRejected: true },
    { before: "", pasted: "4445555666677", shown: "4445555666677", isRejected: true },
    { before: "", pasted: "20261125 98765432109", shown: "987 6543 2109", isRejected: false },
    { before: "11122223333", pasted: "44455556666", shown: "444 5555 6666", isRejected: false },
    { before: "11122223333", pasted: "444 5555-6666", shown: "444 5555 6666", isRejected: false },
    { before: "11122223333", pasted: "4445555", shown: "444 5555", isRejected: false },
    { before: "11122223333", pasted: "not a number", shown: "not a number", isRejected: true },
    { before: "", pasted: "98765432109 or 111 2222 3333", shown: "98765432109 or 111 2222 3333", isRejected: true },
    { before: "11122223333", pasted: "11122223333 98765432109", shown: "11122223333 98765432109", isRejected: true },
    { before: "11122223333", pasted: "x", shown: "x", isRejected: true },
    { before: "11122223333", pasted: "111 2222 3333 44", shown: "111 2222 3333 44", isRejected: true },
  ])(
    "shows '$shown' after '$pasted' is pasted over '$before' [WIZARD-20 WIZARD-21]",
    ({ before, pasted, ...after }) => {
      expect(simulateInput(nin, before).select().paste(pasted)).toMatchObject(after);
      expect(simulateInput(nin, before).select().commit(pasted).shown).toBe(pasted === "x" ? "" : after.shown);
    },
  );

  test("accepts a complete number pasted into a part of the input [WIZARD-20]", () => {
    expect(simulateInput(nin, "11122223333").paste("98765432109").value).toBe("98765432109");
    expect(simulateInput(nin, "111").paste("22223333").value).toBe("11122223333");
    expect(simulateInput(nin, "11122223333").select(4, 8).paste("99").value).toBe("111993333");
  });

  test("ignores keys other than digits, and a digit beyond the length [WIZARD-20]", () => {
    expect(simulateInput(nin).type("70a1-23456")).toMatchObject({ shown: "701 2345 6", value: "70123456" });
    const full = simulateInput(nin, "70123456789").select(4, 4).type("9");
    expect(full).toMatchObject({ shown: "701 2345 6789", caret: 3 });
    expect(simulateInput(nin, "70123456789").select().type("x").value).toBe("");
    expect(simulateInput(nin, "70123456789").select().type("5").value).toBe("5");
  });

  test("allows a rejected text to be corrected by keys [WIZARD-20]", () => {
    const box = simulateInput(nin, "").paste("4445555666677").backspace();
    expect(box).toMatchObject({ shown: "444555566667", isRejected: true });
    expect(box.backspace()).toMatchObject({ shown: "444 5555 6666", value: "44455556666", isRejected: false });
  });

  test("deletes the digit before a gap together with the gap", () => {
    expect(simulateInput(nin, "7012345").select(4, 4).backspace()).toMatchObject({ value: "702345", caret: 2 });
  });
});

describe("parseAmount", () => {
  test.each([
    { text: "20,000.5", amount: "20000.5" },
    { text: "20000.", amount: "20000." },
    { text: "1000,50", amount: "1000.50" },
    { text: "1,000,50", amount: "1000.50" },
    { text: "10,5", amount: "10.5" },
    { text: "25.000,50", amount: "25000.50" },
    { text: "25 000", amount: "25000" },
    { text: "25'000.50", amount: "25000.50" },
    { text: "NGN 25,000", amount: "25000" },
    { text: "₦25,000.00", amount: "25000.00" },
    { text: "N1,000", amount: "1000" },
    { text: "1,000 NGN", amount: "1000" },
    { text: "25.000", amount: undefined },
    { text: "1000,500", amount: undefined },
    { text: "1,00,000", amount: undefined },
    { text: "$25", amount: undefined },
    { text: "0", amount: undefined },
    { text: "0.50", amount: undefined },
    { text: "-5", amount: undefined },
    { text: "1e3", amount: undefined },
    { text: "25k", amount: undefined },
    { text: "5000 10000 20000", amount: undefined },
  ])("reads '$text' as $amount naira [WALLET-05]", ({ text, amount }) => {
    expect(parseAmount(text, "NGN")).toBe(amount);
  });

  test("reads only the marks of its own currency [WALLET-05]", () => {
    expect(parseAmount("US$25.50", "USD")).toBe("25.50");
    expect(parseAmount("NGN 25", "USD")).toBeUndefined();
  });
});

describe("moneyFormat", () => {
  test.each([
    { keys: "20000.5", shown: "20,000.5", value: "20000.5" },
    { keys: "1000,50", shown: "1,000.50", value: "1000.50" },
    { keys: "10,50", shown: "10.50", value: "10.50" },
    { keys: "1,000", shown: "1,000", value: "1000" },
    { keys: "1,000,000", shown: "1,000,000", value: "1000000" },
    { keys: "1,000,50", shown: "1,000.50", value: "1000.50" },
    { keys: "1000,", shown: "1,000", value: "1000" },
    { keys: "0", shown: "", value: "" },
    { keys: "1.234", shown: "1.23", value: "1.23" },
    { keys: "12a-", shown: "12", value: "12" },
  ])("turns the keys '$keys' into $value [WALLET-05]", ({ keys, shown, value }) => {
    const box = simulateInput(naira).type(keys);
    expect(box.value).toBe(value);
    expect(box.blur().shown).toBe(shown);
    expect(simulateInput(dollars).type(keys).value).toBe(value);
  });

  test("shows an open comma as typed until the input loses the focus [WALLET-05]", () => {
    const box = simulateInput(naira).type("1000,5");
    expect(box).toMatchObject({ shown: "1,000,5", value: "1000.5" });
    expect(box.backspace()).toMatchObject({ shown: "1,000,", value: "1000" });
  });

  test("removes the inserted commas together with the digits [WALLET-05]", () => {
    expect(simulateInput(naira, "1000").backspace()).toMatchObject({ shown: "100", value: "100" });
    expect(simulateInput(naira, "1000").select(2, 2).backspace()).toMatchObject({ value: "000", isRejected: true });
    expect(simulateInput(naira, "1234567").select(1, 5).type("9")).toMatchObject({ shown: "19,567" });
  });

  test.each([
    { pasted: "NGN 25,000", shown: "25,000", isRejected: false },
    { pasted: "25.000,50", shown: "25,000.50", isRejected: false },
    { pasted: "25.000", shown: "25.000", isRejected: true },
    { pasted: "1000,50", shown: "1,000.50", isRejected: false },
    { pasted: "25 000 000", shown: "25,000,000", isRejected: false },
    { pasted: "lots", shown: "lots", isRejected: true },
    { pasted: "-500", shown: "-500", isRejected: true },
  ])("shows '$shown' after '$pasted' is pasted over 1,000 [WALLET-05]", ({ pasted, ...after }) => {
    expect(simulateInput(naira, "1000").select().paste(pasted)).toMatchObject(after);
  });
});

describe("codeFormat", () => {
  test.each([
    { before: "", pasted: "1hg-cm8 2633a", shown: "1HGCM82633A", isRejected: false },
    { before: "1HGCM82633A004352", pasted: "2HGCM82633A004353", shown: "2HGCM82633A004353", isRejected: false },
    { before: "", pasted: "VIN: 1HGCM82633A004352.", shown: "1HGCM82633A004352", isRejected: false },
    { before: "", pasted: "1HGCM82633A004352XYZ", shown: "1HGCM82633A004352XYZ", isRejected: true },
    { before: "1HGCM82633A004352", pasted: "2HGCM82633A0043531", shown: "2HGCM82633A0043531", isRejected: true },
  ])("shows '$shown' after '$pasted' is pasted [WIZARD-24]", ({ before, pasted, ...after }) => {
    expect(simulateInput(vin, before).select().paste(pasted)).toMatchObject(after);
  });

  test("accepts letters and digits as capitals, up to the length [WIZARD-24 WIZARD-25]", () => {
    expect(simulateInput(vin).type("1hg-cm 82633a00435").value).toBe("1HGCM82633A00435");
    expect(simulateInput(vin, "1HGCM82633A004352").type("2XY").value).toBe("1HGCM82633A004352");
    expect(simulateInput(plate).paste("kja 123-ab").value).toBe("KJA123AB");
    expect(simulateInput(plate, "KJA123AB").select().paste("KJA/123")).toMatchObject({
      shown: "KJA/123",
      isRejected: true,
    });
  });
});
