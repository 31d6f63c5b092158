import { purposeCodes } from "@idanimo/contract/consent";
import { disclosureFor, partDescriptionForRequester } from "@idanimo/contract/record-parts";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { clearedPurposeMessage, purposeOption } from "./copy.ts";
import { validateDraft, toSearchPayload } from "./draft.ts";
import { MayShow } from "./MayShow.tsx";
import { type Draft, disclosuresOf, effectivePurpose, emptyDraft } from "./rules.ts";

const nin: Draft = { ...emptyDraft, types: ["nin"], values: { nin: "70123456789" } };
const both: Draft = {
  ...nin,
  types: ["nin", "bvn"],
  values: { ...nin.values, bvn: "22212345678" },
  options: ["crc"],
};

/** The text of the list for a draft, without markup. */
const heard = (draft: Draft, as: "lists" | "sentences" = "lists") =>
  renderToStaticMarkup(<MayShow mayShow={disclosuresOf(draft)} as={as} />)
    .replace(/<[^>]+>/g, "|")
    .split("|")
    .filter(Boolean);

describe("MayShow", () => {
  test.each(purposeCodes)("names the parts that the purpose %s can show [CL-08]", (purposeCode) => {
    const rule = disclosureFor("nin", purposeCode);
    expect(heard({ ...nin, purposeCode })).toEqual([
      "This purpose can show:",
      ...(rule?.required ?? []).map(partDescriptionForRequester),
      "and, if they agree,",
      ...(rule?.optional ?? []).map(partDescriptionForRequester),
    ]);
  });

  test("names religion for a family matter only [CL-06 CL-08]", () => {
    const naming = purposeCodes.filter((purposeCode) => heard({ ...nin, purposeCode }).includes("their religion"));
    expect(naming).toEqual(["family"]);
  });

  test("names each of several checks [CL-08]", () => {
    expect(heard({ ...both, purposeCode: "tenancy" })).toEqual([
      "This purpose can show for NIN:",
      "their names, identity number, gender and birth date",
      "and, if they agree,",
      "their photo",
      "their phone number and email",
      "their home address",
      "This purpose can show for BVN:",
      "their names, identity number, gender and birth date",
      "their credit score, loans and repayments",
      "and, if they agree,",
      "their phone number and email",
    ]);
  });

  test("is one sentence in the payment summary [CL-08]", () => {
    expect(heard({ ...nin, purposeCode: "sale" }, "sentences").join("")).toBe(
      "This purpose can show: their names, identity number, gender and birth date; and, if they agree, their photo; their phone number and email.",
    );
  });

  test("is empty without a purpose and for a check without consent", () => {
    expect(heard(nin)).toEqual([]);
    expect(heard({ ...nin, types: ["vin"], purposeCode: "tenancy" })).toEqual([]);
  });
});

describe("a purpose that a check does not allow [CL-06]", () => {
  test("is disabled with the reason", () => {
    expect(purposeOption(["nin"], "employment")).toEqual({ label: "A job", isAllowed: true });
    expect(purposeOption(["nin", "bvn"], "employment")).toEqual({
      label: "A job (not available for a credit check)",
      isAllowed: false,
    });
    const allowed = purposeCodes.filter((code) => purposeOption(["bvn"], code).isAllowed);
    expect(allowed).toEqual(["tenancy", "credit", "guarantor", "business_partner"]);
  });

  test("is cleared with a message, and restored when the check is removed", () => {
    const draft = { ...both, purposeCode: "employment" };
    const message = "“A job” is not available for a credit check. Choose another reason.";
    expect(effectivePurpose(draft)).toBeUndefined();
    expect(clearedPurposeMessage(draft)).toBe(message);
    expect(validateDraft(draft)).toEqual({ purpose: message });
    expect(toSearchPayload(draft)).not.toHaveProperty("purpose");
    expect(effectivePurpose({ ...draft, types: ["nin"] })).toBe("employment");
    expect(clearedPurposeMessage({ ...draft, types: ["nin"] })).toBeUndefined();
    expect(validateDraft({ ...draft, purposeCode: "tenancy" })).toEqual({});
  });
});
