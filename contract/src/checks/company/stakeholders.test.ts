import { expect, test } from "vitest";
import type { StakeholderRecord } from "./record.ts";
import { formatPercent, shareholdings, stakeholderName, stakeholderRole, statusLabel } from "./stakeholders.ts";

const shareholder = (fields: Omit<StakeholderRecord, "stake">): StakeholderRecord => ({
  stake: "Shareholder",
  ...fields,
});
const director = (fields: Omit<StakeholderRecord, "stake">): StakeholderRecord => ({ stake: "Director", ...fields });

test.each([
  { of: shareholder({ surname: "ADEBAYO", firstname: "Grace", other_name: "null" }), name: "Grace Adebayo" },
  { of: shareholder({ corporation_name: "Bright Holdings Ltd" }), name: "Bright Holdings Ltd" },
  {
    of: shareholder({ corporation_name: "Bright Holdings Ltd", is_corporate: "true", surname: "BELLO" }),
    name: "Bright Holdings Ltd",
  },
  {
    of: shareholder({ corporation_name: "Bright Holdings Ltd", is_corporate: "false", surname: "BELLO" }),
    name: "Bello",
  },
  { of: director({ government_organisation_name: "Ministry of Works", is_corporate: "1" }), name: "Ministry of Works" },
  { of: director({ is_corporate: "true", surname: "BELLO" }), name: "Bello" },
  { of: director({}), name: "-" },
])("names an organisation by its name and a person in natural order: $name [RESULT-BUSINESS-07]", ({ of, name }) => {
  expect(stakeholderName(of)).toBe(name);
});

test.each([
  { of: shareholder({ num_shares_alloted: "60000", type_of_shares: "ORDINARY" }), part: "60,000 ordinary shares" },
  { of: shareholder({ num_shares_alloted: "1" }), part: "1 share" },
  { of: shareholder({ num_shares_alloted: "null", type_of_shares: "ORDINARY" }), part: "Shareholder" },
  { of: director({ is_chairman: "true", num_shares_alloted: "5" }), part: "Chairman" },
  { of: director({ is_chairman: "false" }), part: "Director" },
])("summarises the shares or the office: $part [RESULT-BUSINESS-09]", ({ of, part }) => {
  expect(stakeholderRole(of)).toBe(part);
});

test("computes each shareholder's percentage of the listed shares", () => {
  const people = ["60000", "40,000", "null", "0"].map((shares) => shareholder({ num_shares_alloted: shares }));
  expect(shareholdings(people)).toEqual([60, 40, undefined, 0]);
  expect(shareholdings([shareholder({ num_shares_alloted: "0" }), shareholder({})])).toEqual([undefined, undefined]);
  expect([60, 33.33, 0.01, 0, 100].map(formatPercent)).toEqual(["60%", "33.3%", "less than 0.1%", "0%", "100%"]);
});

test("writes a status in words, and none if the register has none", () => {
  expect(["ACTIVE", "null", "", null, undefined].map(statusLabel)).toEqual(["Active", ...Array(4).fill(undefined)]);
});
