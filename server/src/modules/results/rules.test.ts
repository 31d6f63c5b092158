import { partOfFieldName, partsOfSearchType, type RecordPart } from "@idanimo/contract/record-parts";
import { creditHeaderFields, bvnGroups, personGroups } from "@idanimo/contract/record-views";
import { bureauFigures } from "@idanimo/contract/records";
import { describe, expect, test } from "vitest";
import { parseBasicData } from "../../providers/bureaus/bureau-record.ts";
import * as dojah from "../../providers/person-records/dojah-shapes.ts";
import type { PersonShape } from "../../providers/person-records/person.ts";
import * as prembly from "../../providers/person-records/prembly-shapes.ts";
import { keepRequestedParts, redactParts } from "./rules.ts";

const namesIn = ({ texts, dates, phones, mails, pictures }: PersonShape): readonly string[] =>
  Object.keys({ ...texts, ...dates, ...phones, ...mails, ...pictures });
const namesOf = (groups: readonly { readonly fields: readonly { readonly names: readonly string[] }[] }[]) =>
  groups.flatMap(({ fields }) => fields.flatMap(({ names }) => names));
const everyHead = parseBasicData({
  name: "A",
  gender: "f",
  phone: "1",
  bvn: "2",
  address: "3",
  email: "4",
  dateOfBirth: "5",
});

describe("the parts of a search type [T-46]", () => {
  const register = ["nin", "phone"] as const;
  test.each<[string, readonly ("nin" | "phone" | "bvn")[], readonly string[]]>([
    ["a NIN search by Prembly", ["nin"], namesIn(prembly.ninShape)],
    ["a phone search by Prembly", register, namesIn(prembly.phoneShape)],
    ["a BVN search by phone by Prembly", ["phone"], namesIn(prembly.bvnByPhoneShape)],
    ["a BVN search by Prembly", ["phone"], namesIn(prembly.bvnShape)],
    ["a NIN search by Dojah", ["nin"], namesIn(dojah.ninShape)],
    ["a phone search by Dojah", register, namesIn(dojah.phoneShape)],
    ["a BVN search by Dojah", ["phone"], namesIn(dojah.bvnShape)],
    ["a credit bureau", ["bvn"], Object.keys(everyHead)],
    ["the person page", register, namesOf(personGroups)],
    ["the BVN page", ["phone"], namesOf(bvnGroups)],
    ["the header of a credit record", ["bvn"], namesOf([{ fields: creditHeaderFields }])],
  ])("include every field name of %s", (_what, types, names) => {
    expect(names.length).toBeGreaterThan(4);
    for (const type of types) {
      const parts = partsOfSearchType(type).map(({ part }) => part);
      expect(names.filter((name) => !parts.includes(partOfFieldName(name) ?? ("none" as never)))).toEqual([]);
    }
  });

  test("are the same for all names of one field on a page", () => {
    for (const { names } of [...personGroups, ...bvnGroups].flatMap(({ fields }) => fields))
      expect(new Set(names.map(partOfFieldName)).size).toBe(1);
  });
});

const person = { firstName: "Ngozi", photo: "P", phone: "1", religion: "R", nokTown: "N", watchListed: "no" };
const half = { verificationStatus: "VERIFIED", verificationReference: "ref" } as const;
const extension = {
  premblyPhoneVerification: { ...half, data: person },
  premblyBvnVerification: { ...half, data: { bvn: "2", nameOnCard: "C", phoneNumber: "1", watchListed: "no" } },
};
const summary = Object.fromEntries(bureauFigures.map((figure) => [figure, null]));
const credit = {
  asked: ["crc"],
  "basic-data": [{ name: "Ngozi", address: "A", watchListed: "no" }, { phone: "1" }],
  "FICO-Score": { ficoScore: "700" },
  "crc-data": { summary, tables: { loans: [{ lender: "L", phone: "1" }] } },
  "firstCentral-data": null,
  "creditRegistry-data": null,
};

describe("redaction [T-46]", () => {
  test.each<[RecordPart[], object]>([
    [[], { firstName: "Ngozi", photo: "P", phone: "1", religion: "R", nokTown: "N" }],
    [["picture"], { firstName: "Ngozi", phone: "1", religion: "R", nokTown: "N" }],
    [["reach", "life"], { firstName: "Ngozi", photo: "P", nokTown: "N" }],
    [["picture", "reach", "life", "family"], { firstName: "Ngozi" }],
  ])("removes %j and unrequested fields from a person", (withheld, left) => {
    expect(redactParts("nin", person, withheld)).toEqual(left);
  });

  test("removes parts from both halves of a phone record, and the bank's half entirely", () => {
    expect(redactParts("phone", extension, ["picture", "reach", "life", "family"])).toEqual({
      premblyPhoneVerification: { ...half, data: { firstName: "Ngozi" } },
      premblyBvnVerification: { ...half, data: { bvn: "2", nameOnCard: "C" } },
    });
    const none = { verificationStatus: "NOT-VERIFIED", verificationReference: null, data: null };
    expect(redactParts("phone", extension, ["bank"])["premblyBvnVerification"]).toEqual(none);
    const gone = { ...extension, premblyBvnVerification: { ...half, data: null } };
    expect(redactParts("phone", gone)["premblyBvnVerification"]).toEqual({ ...half, data: null });
  });

  test("retains a credit record's amounts, and removes contacts at every level", () => {
    expect(redactParts("bvn", credit, ["reach"])).toEqual({
      ...credit,
      "basic-data": [{ name: "Ngozi" }],
      "crc-data": { summary, tables: { loans: [{ lender: "L" }] } },
    });
    expect(redactParts("bvn", { ...credit, note: "x" })).toEqual({
      ...credit,
      "basic-data": [{ name: "Ngozi", address: "A" }, { phone: "1" }],
    });
  });

  test("does not change a record without a subject", () => {
    expect(redactParts("vin", { vin: "V", anything: "A" })).toEqual({ vin: "V", anything: "A" });
  });

  test("also applies to an answer that waits for another source", () => {
    const answer = { number: "2", fields: { firstName: "Ngozi", photo: "P", religion: "R", phone: "1" } };
    expect(keepRequestedParts("bvn", answer)).toEqual({ number: "2", fields: { firstName: "Ngozi", phone: "1" } });
    expect(keepRequestedParts("bvn", { bvn: "2", basic: { name: "Ngozi", branch: "B" } })).toEqual({
      bvn: "2",
      basic: { name: "Ngozi" },
    });
    const plate = { plate: "ABC", fields: { owner_phone: "1" } };
    expect(keepRequestedParts("license_number", plate)).toEqual(plate);
  });
});
