import { expect, test } from "vitest";
import { catalogue, searchTypes } from "./catalogue.ts";
import {
  isOptionalPart,
  fieldNamesByPart,
  partsOfSearchType,
  partDescriptions,
  searchTypesWithParts,
} from "./record-parts.ts";

test("has parts for exactly the searches that require consent [T-46]", () => {
  expect(searchTypesWithParts).toEqual(searchTypes.filter((type) => catalogue[type].consent));
  for (const type of searchTypesWithParts)
    for (const { part } of partsOfSearchType(type)) expect(partDescriptions[part]).toMatch(/^your /);
});

test("has no option to withhold the identity or the purpose of a search", () => {
  for (const type of searchTypesWithParts) expect(isOptionalPart(type, "identity")).toBe(false);
  expect(isOptionalPart("nin_face", "picture")).toBe(false);
  expect(isOptionalPart("bvn", "credit")).toBe(false);
  expect(isOptionalPart("nin", "picture")).toBe(true);
  expect(isOptionalPart("nin", "bank")).toBe(false); // a part of another search
  expect(isOptionalPart("vin", "identity")).toBe(false);
});

test("assigns each field name to one part", () => {
  const names = Object.values(fieldNamesByPart).flat();
  expect(new Set(names).size).toBe(names.length);
});

/** The field names that a word in a description stands for. */
const handsOver: Readonly<Record<string, RegExp>> = {
  names: /^(title|(first|middle|last|maiden)?name|surname|pmiddlename)$/i,
  "identity number": /^(nin|bvn)$/,
  gender: /^gender$/,
  "birth date": /^(dob|birthdate|dateofbirth)$/i,
  photo: /^photo$/,
  signature: /^signature$/,
  phone: /^(tele)?phone/,
  mail: /^email$/,
  address: /^resid|^address|ofResidence$/i,
  origin: /origin|^birth(country|state|lga)$/i,
  nationality: /^nationality$/,
  languages: /language$/i,
  marriage: /^maritalstatus$/i,
  height: /^heig/,
  job: /^profession$|^employment/,
  religion: /^religion$/,
  schooling: /^education/,
  "next of kin": /^nok/,
  parents: /^p(first|middle|sur)name$/,
  "BVN record": /^(nameOnCard|levelOfAccount|registrationDate)$/,
};

test.each(Object.entries(fieldNamesByPart))(
  "describes every field of the part %s to the subject, and nothing else [T-46]",
  (part, names) => {
    const said = Object.entries(partDescriptions).find(([id]) => id === part)?.[1] ?? "";
    const words = Object.entries(handsOver).filter(([word]) => said.includes(word));
    expect(names.filter((name) => !words.some(([, hands]) => hands.test(name)))).toEqual([]);
    // no word without a field
    expect(words.filter(([, hands]) => !names.some((name) => hands.test(name)))).toEqual([]);
  },
);
