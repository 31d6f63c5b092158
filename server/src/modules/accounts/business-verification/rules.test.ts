import { expect, test } from "vitest";
import { isSameCompanyName } from "./rules.ts";

test.each([
  ["BRIGHT HOMES LIMITED", "Bright Homes Ltd", true],
  ["BRIGHT HOMES LIMITED", "bright  homes", true],
  ["BRIGHT HOMES PUBLIC LIMITED COMPANY", "Bright Homes PLC.", true],
  ["ADE & SONS LTD", "Ade and Sons Limited", true],
  ["MAMA'S KITCHEN LIMITED", "Mama’s Kitchen Ltd.", true],
  ["ÒKÈ-ÌLÁ FOODS LIMITED", "Oke Ila Foods", true],
  ["BRIGHT HOMES NIGERIA LIMITED", "Bright Homes Ltd", false],
  ["BRIGHT HOME LIMITED", "Bright Homes Ltd", false],
  ["LIMITED", "Limited", true],
  ["LIMITED", "Ltd", false],
  ["BRIGHT HOMES", "Homes Bright", false],
  ["---", "...", false],
  ["", "", false],
])("compares the register's %j with the account's %j: %j [T-46]", (registers, accounts, same) => {
  expect(isSameCompanyName(registers, accounts)).toBe(same);
});
