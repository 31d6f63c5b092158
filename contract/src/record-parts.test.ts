import { describe, expect, test } from "vitest";
import { catalogue, searchTypes, isAnswerType } from "./catalogue.ts";
import { type PurposeCode, purposeCodes } from "./consent.ts";
import {
  allowedPurposes,
  disclosureFor,
  disclosureForAnyPurpose,
  disclosureRuleVersion,
  fieldNamesByPart,
  partDescriptionForRequester,
  partDescriptions,
  partsAboutOthers,
  partsFor,
  partsOfSearchType,
  recordPartIds,
  searchTypesWithParts,
  selectRecordParts,
  withheldParts,
} from "./record-parts.ts";

/** The optional parts of a person's record by purpose, as the specification lists them. */
const optionalOfPerson: Readonly<Record<PurposeCode, string>> = {
  employment: "photo contact address education_work personal_details family",
  tenancy: "photo contact address",
  credit: "photo contact address education_work",
  guarantor: "photo contact address education_work family",
  domestic_staff: "photo contact address personal_details family",
  business_partner: "photo contact address",
  sale: "photo contact",
  account_opening: "photo signature contact address education_work personal_details family",
  family: "photo contact address education_work personal_details religion family",
  other: "photo contact",
};
const listed = (names: string): readonly string[] => names.split(" ");

describe("the parts by search type and purpose [CL-06]", () => {
  const persons = ["nin", "bulk_nin", "demographics", "fingerprint"] as const;
  test.each(persons)("of %s are those of a person", (type) => {
    for (const purpose of purposeCodes)
      expect([purpose, disclosureFor(type, purpose)]).toEqual([
        purpose,
        { required: ["identity"], optional: listed(optionalOfPerson[purpose]) },
      ]);
  });

  test("of nin_face require the photo, which is compared with the face", () => {
    for (const purpose of purposeCodes)
      expect([purpose, disclosureFor("nin_face", purpose)]).toEqual([
        purpose,
        {
          required: ["identity", "photo"],
          optional: listed(optionalOfPerson[purpose]).filter((part) => part !== "photo"),
        },
      ]);
  });

  test("of phone add the bank's record for credit and opening an account alone", () => {
    for (const purpose of purposeCodes) {
      const bank = purpose === "credit" || purpose === "account_opening" ? ["bank"] : [];
      expect([purpose, disclosureFor("phone", purpose)]).toEqual([
        purpose,
        { required: ["identity"], optional: [...listed(optionalOfPerson[purpose]), ...bank] },
      ]);
    }
  });

  test("of bvn exist for four purposes", () => {
    const allowed = ["tenancy", "credit", "guarantor", "business_partner"];
    expect(allowedPurposes("bvn").toSorted()).toEqual(allowed.toSorted());
    for (const purpose of purposeCodes)
      expect([purpose, disclosureFor("bvn", purpose)]).toEqual([
        purpose,
        allowed.includes(purpose) ? { required: ["identity", "credit"], optional: ["contact"] } : undefined,
      ]);
  });

  test("exist for exactly the search types that require consent, each with a purpose", () => {
    const withConsent = searchTypes.filter((type) => catalogue[type].consent);
    expect(searchTypesWithParts).toEqual(withConsent);
    expect(Object.keys(partsFor).toSorted()).toEqual(withConsent.toSorted());
    for (const type of searchTypes) {
      expect([type, partsOfSearchType(type).length > 0]).toEqual([type, catalogue[type].consent]);
      expect([type, allowedPurposes(type).length > 0]).toEqual([type, catalogue[type].consent]);
    }
    for (const type of withConsent.filter((one) => one !== "bvn" && one !== "score_band"))
      expect(allowedPurposes(type)).toEqual(purposeCodes);
  });

  test("have each part at most once, and known parts only", () => {
    for (const type of searchTypesWithParts)
      for (const purpose of allowedPurposes(type)) {
        const rule = disclosureFor(type, purpose);
        const parts = [...(rule?.required ?? []), ...(rule?.optional ?? [])];
        expect(selectRecordParts(parts).toSorted(), `${type} ${purpose}`).toEqual(parts.toSorted());
        expect(rule?.required, `${type} ${purpose}`).toContain(
          isAnswerType(type) ? "answer" : type === "plate_owner" ? "owner" : "identity",
        );
      }
  });

  test("have a version that the database accepts", () => {
    expect(disclosureRuleVersion).toMatch(/^[0-9a-z./-]{1,40}$/);
  });
});

describe("sensitive parts [CL-06 CL-07]", () => {
  const everyRule = searchTypesWithParts.flatMap((type) =>
    allowedPurposes(type).map((purpose) => ({ type, purpose, rule: disclosureFor(type, purpose) })),
  );

  test("religion is offered for the purpose family alone", () => {
    const offered = everyRule.filter(({ rule }) => rule?.optional.includes("religion"));
    expect(new Set(offered.map(({ purpose }) => purpose))).toEqual(new Set(["family"]));
  });

  test.each(["religion", "family", "signature", "bank"] as const)("%s is never required", (part) => {
    for (const { type, purpose, rule } of everyRule)
      expect([type, purpose, rule?.required.includes(part)]).toEqual([type, purpose, false]);
  });

  test("the part about other people is marked as such", () => expect(partsAboutOthers).toEqual(["family"]));

  test("no purpose shows the owner of a vehicle with a person's record", () => {
    expect(everyRule.filter(({ rule }) => rule?.optional.includes("owner"))).toEqual([]);
  });
});

test("the union over all purposes has every part of the type [CL-08]", () => {
  for (const type of searchTypesWithParts) {
    const { required, optional } = disclosureForAnyPurpose(type);
    expect([...required, ...optional].toSorted()).toEqual(partsOfSearchType(type).toSorted());
  }
  expect(disclosureForAnyPurpose("nin")).toEqual({
    required: ["identity"],
    optional: listed("photo signature contact address education_work personal_details religion family"),
  });
  expect(disclosureForAnyPurpose("nin_face").required).toEqual(["identity", "photo"]);
  expect(disclosureForAnyPurpose("phone").optional).toContain("bank");
  expect(disclosureForAnyPurpose("bvn")).toEqual({ required: ["identity", "credit"], optional: ["contact"] });
  expect(disclosureForAnyPurpose("vin")).toEqual({ required: [], optional: [] });
});

test("every part of the type that was not granted is withheld, by name [CL-02]", () => {
  expect(withheldParts("bvn", ["identity", "credit"])).toEqual(["contact"]);
  expect(withheldParts("nin", ["identity", "address"])).toEqual(
    listed("photo signature contact education_work personal_details religion family"),
  );
  expect(withheldParts("nin", recordPartIds)).toEqual([]);
  expect(withheldParts("vin", [])).toEqual([]);
});

test("assigns each field name to one part", () => {
  const names = Object.values(fieldNamesByPart).flat();
  expect(new Set(names).size).toBe(names.length);
});

test("describes each part once, to the subject and to the requester", () => {
  expect(Object.keys(partDescriptions)).toEqual([...recordPartIds]);
  expect(new Set(Object.values(partDescriptions)).size).toBe(recordPartIds.length);
  for (const part of recordPartIds.filter((id) => !id.startsWith("answer"))) {
    expect(partDescriptions[part]).toMatch(/^your /);
    expect(partDescriptionForRequester(part)).toMatch(/^their /);
  }
});

/** The field names that a term of a description stands for. */
const fieldsByTerm: Readonly<Record<string, RegExp>> = {
  names: /^((first|middle|last|maiden)?name|surname)$/i,
  "identity number": /^(nin|bvn)$/,
  gender: /^gender$/,
  "birth date": /^(dob|birthdate|dateofbirth)$/i,
  photo: /^photo$/,
  signature: /^signature$/,
  "phone number": /^(tele)?phone|^owner_phone$/,
  email: /^email$/,
  "home address": /^resid|^address$|ofResidence$/i,
  education: /^education/,
  profession: /^profession$/,
  employment: /^employment/,
  origin: /origin/i,
  birthplace: /^birth(country|state|lga)$/i,
  nationality: /^nationality$/,
  languages: /language$/i,
  "marital status": /^maritalstatus$/i,
  height: /^heig/,
  title: /^title$/,
  religion: /^religion$/,
  "next of kin": /^nok/,
  parents: /^p(first|middle|sur)name$/,
  "BVN record": /^(nameOnCard|levelOfAccount|registrationDate)$/,
  "your name,": /^owner_(first|middle|last)_name$/,
  "and address as": /^owner_(address|lga|state)$/,
};

// an answer has no value of the record
test.each(Object.entries(fieldNamesByPart).filter(([part]) => !part.startsWith("answer")))(
  "describes every field of the part %s to the subject, and nothing else [T-46]",
  (part, names) => {
    const description = Object.entries(partDescriptions).find(([id]) => id === part)?.[1] ?? "";
    const terms = Object.entries(fieldsByTerm).filter(([term]) => description.includes(term));
    expect(names.filter((name) => !terms.some(([, fields]) => fields.test(name)))).toEqual([]);
    // no term without a field
    expect(terms.filter(([, fields]) => !names.some((name) => fields.test(name)))).toEqual([]);
  },
);
