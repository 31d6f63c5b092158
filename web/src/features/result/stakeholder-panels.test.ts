import { type StakeholderRecord, stakeholderFields } from "@idanimo/contract/checks/company/record";
import { stakeholderName } from "@idanimo/contract/checks/company/stakeholders";
import { stakeholderGroups } from "@idanimo/contract/checks/company/view";
import { expect, test } from "vitest";
import { groupByStake } from "./stakeholder-panels.ts";

const shareholder = (fields: Omit<StakeholderRecord, "stake">): StakeholderRecord => ({
  stake: "Shareholder",
  ...fields,
});
const director = (fields: Omit<StakeholderRecord, "stake">): StakeholderRecord => ({ stake: "Director", ...fields });

test("shows every field of a stakeholder exactly once [RESULT-BUSINESS-07]", () => {
  const shown = stakeholderGroups.flatMap(({ fields }) => fields.flatMap(({ names }) => names));
  expect(shown.toSorted()).toEqual([...stakeholderFields].toSorted());
});

test("lists shareholders and directors separately, and a person who is both twice [RESULT-BUSINESS-09]", () => {
  const both = { surname: "ADEBAYO", status: "ACTIVE" };
  const panels = groupByStake([director(both), shareholder(both), shareholder({ surname: "BELLO" })]);
  expect(panels.map(({ title, people }) => [title, people.map(stakeholderName)])).toEqual([
    ["Shareholders", ["Adebayo", "Bello"]],
    ["Directors", ["Adebayo"]],
  ]);
});
