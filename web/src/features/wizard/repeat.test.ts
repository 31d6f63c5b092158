import { describe, expect, test } from "vitest";
import { draftToRepeat, type RepeatedRequest, repeatHint } from "./repeat.ts";
import { emptyDraft, offersFor } from "./rules.ts";

const repeated: RepeatedRequest = {
  searchType: "nin",
  options: [],
  values: { nin: "70123456789", holder: "x" },
  isErased: false,
  purpose: "tenancy",
  note: "Flat 4",
  expectedName: { firstname: "Chinedu", lastname: "Obi" },
  label: "Tenant: Obi",
};
const profiles = offersFor([{ searchType: "nin", state: "up", usualSeconds: 1 }], "individual", () => true);

describe("draftToRepeat", () => {
  test("fills the form with the values of the type's own fields", () => {
    expect(draftToRepeat(repeated, profiles)).toMatchObject({
      types: ["nin"],
      values: { nin: "70123456789" },
      purposeCode: "tenancy",
      purposeNote: "Flat 4",
      label: "Tenant: Obi",
      hasExpectedName: true,
      expectedName: { firstname: "Chinedu", middlename: "", lastname: "Obi" },
    });
    expect(draftToRepeat(repeated, profiles).values).toEqual({ nin: "70123456789" });
  });

  test("opens with type, reason and label once the values are erased, and says so", () => {
    const erased = { ...repeated, values: {}, isErased: true, note: null, expectedName: null };
    expect(draftToRepeat(erased, profiles)).toMatchObject({ types: ["nin"], values: {}, hasExpectedName: false });
    expect(repeatHint(erased, profiles)).toContain("Enter it again");
    expect(repeatHint(repeated, profiles)).toContain("Check it before you pay");
  });

  test("starts empty for a type that is not offered here", () => {
    expect(draftToRepeat(repeated, [])).toEqual(emptyDraft);
    expect(repeatHint(repeated, [])).toContain("cannot be repeated");
  });
});
