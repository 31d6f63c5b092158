import { partOfFieldName, partsOfSearchType, type RecordPart, recordPartIds } from "@idanimo/contract/record-parts";
import { creditHeaderFields } from "@idanimo/contract/checks/bvn/view";
import { bvnGroups } from "@idanimo/contract/checks/phone/view";
import { personGroups } from "@idanimo/contract/checks/person/view";
import { bureauFigures } from "@idanimo/contract/checks/bvn/record";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseBasicData } from "../../providers/bureaus/bureau-record.ts";
import * as dojah from "../../providers/person-records/dojah-shapes.ts";
import type { PersonShape } from "../../providers/person-records/person.ts";
import * as prembly from "../../providers/person-records/prembly-shapes.ts";
import { joinPieces, keepParts, redactParts, splitRecord } from "./rules.ts";

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
      // no purpose shows the address in a bureau's record
      const parts = [...partsOfSearchType(type), ...(type === "bvn" ? (["address"] as const) : [])];
      expect(names.filter((name) => !parts.includes(partOfFieldName(name) ?? ("none" as never)))).toEqual([]);
    }
  });

  test("are the same for all names of one field on a page", () => {
    for (const { names } of [...personGroups, ...bvnGroups].flatMap(({ fields }) => fields))
      expect(new Set(names.map(partOfFieldName)).size).toBe(1);
  });
});

const person = {
  firstName: "Ngozi",
  title: "T",
  photo: "P",
  signature: "S",
  phone: "1",
  residenceAddress: "A",
  profession: "J",
  height: "H",
  religion: "R",
  nokTown: "N",
  watchListed: "no",
};
const half = { verificationStatus: "VERIFIED", verificationReference: "ref" } as const;
const extension = {
  premblyPhoneVerification: { ...half, data: person },
  premblyBvnVerification: {
    ...half,
    data: { bvn: "2", nameOnCard: "C", phoneNumber: "1", religion: "R", watchListed: "no" },
  },
};
const hidden = { verificationStatus: "NOT-VERIFIED", verificationReference: null, data: null };
const summary = Object.fromEntries(bureauFigures.map((figure) => [figure, null]));
const credit = {
  asked: ["crc"],
  "basic-data": [{ name: "Ngozi", address: "A", watchListed: "no" }, { phone: "1" }],
  "FICO-Score": { ficoScore: "700" },
  "crc-data": { summary, tables: { loans: [{ lender: "L", phone: "1" }] } },
  "firstCentral-data": null,
  "creditRegistry-data": null,
};

describe("redactParts [CL-02 CL-03 T-46]", () => {
  test.each<[RecordPart[], object]>([
    [[], {}],
    [["identity"], { firstName: "Ngozi" }],
    [["identity", "photo"], { firstName: "Ngozi", photo: "P" }],
    [["identity", "contact", "education_work"], { firstName: "Ngozi", phone: "1", profession: "J" }],
    [["identity", "personal_details"], { firstName: "Ngozi", title: "T", height: "H" }],
    [["identity", "religion"], { firstName: "Ngozi", religion: "R" }],
    [["identity", "family"], { firstName: "Ngozi", nokTown: "N" }],
    [["identity", "address", "signature"], { firstName: "Ngozi", signature: "S", residenceAddress: "A" }],
  ])("keeps %j of a person and nothing else", (granted, left) => {
    expect(redactParts("nin", person, granted)).toEqual(left);
  });

  test("keeps a bank's value only with both the bank's part and its own", () => {
    expect(redactParts("phone", extension, ["identity"])).toEqual({
      premblyPhoneVerification: { ...half, data: { firstName: "Ngozi" } },
      premblyBvnVerification: hidden,
    });
    expect(redactParts("phone", extension, ["identity", "bank"])).toEqual({
      premblyPhoneVerification: { ...half, data: { firstName: "Ngozi" } },
      premblyBvnVerification: { ...half, data: { bvn: "2", nameOnCard: "C" } },
    });
    expect(redactParts("phone", extension, ["identity", "bank", "contact"])["premblyBvnVerification"]).toEqual({
      ...half,
      data: { bvn: "2", nameOnCard: "C", phoneNumber: "1" },
    });
    const missing = { ...extension, premblyBvnVerification: { ...half, data: null } };
    expect(redactParts("phone", missing, ["identity", "bank"])["premblyBvnVerification"]).toEqual({
      ...half,
      data: null,
    });
  });

  test("keeps a credit record's amounts, and contacts at every level only if granted", () => {
    expect(redactParts("bvn", credit, ["identity", "credit"])).toEqual({
      ...credit,
      "basic-data": [{ name: "Ngozi" }],
      "crc-data": { summary, tables: { loans: [{ lender: "L" }] } },
    });
    expect(redactParts("bvn", { ...credit, note: "x" }, ["identity", "credit", "contact"])).toEqual({
      ...credit,
      "basic-data": [{ name: "Ngozi" }, { phone: "1" }],
    });
  });

  test("does not change a record without a subject", () => {
    expect(redactParts("vin", { vin: "V", anything: "A" }, [])).toEqual({ vin: "V", anything: "A" });
  });
});

describe("splitRecord [CL-03 CL-14]", () => {
  test("leaves out parts that the request cannot show, and values of no part", () => {
    const pieces = splitRecord("nin", person, ["identity", "religion"]);
    expect(pieces.map(({ parts }) => parts)).toEqual([["identity"], ["religion"]]);
    expect(JSON.stringify(pieces)).not.toMatch(/"(P|S|1|A|J|H|N|no)"/);
  });

  test("puts each value into one piece, under all parts that must be granted for it", () => {
    const pieces = splitRecord("phone", extension, recordPartIds);
    expect(pieces.map(({ parts }) => parts.join(" "))).toEqual([
      "identity",
      "personal_details",
      "photo",
      "signature",
      "contact",
      "address",
      "education_work",
      "religion",
      "family",
      "bank",
      "identity bank",
      "contact bank",
      "religion bank",
    ]);
  });

  const anyParts = fc.subarray([...recordPartIds]);
  test.each<["nin" | "phone" | "bvn", Readonly<Record<string, unknown>>]>([
    ["nin", person],
    ["phone", extension],
    ["bvn", credit],
  ])("of %s shows the same with any choice as a record that never had the other parts", (type, record) => {
    fc.assert(
      fc.property(anyParts, anyParts, (stored, granted) => {
        const both = granted.filter((part) => stored.includes(part));
        const pieces = splitRecord(type, record, stored).filter(({ parts }) =>
          parts.every((part) => granted.includes(part)),
        );
        expect(joinPieces(type, pieces)).toEqual(redactParts(type, record, both));
      }),
    );
  });
});

describe("keepParts [T-46]", () => {
  test("keeps the parts of an answer that waits for another source", () => {
    const answer = { number: "2", fields: { firstName: "Ngozi", photo: "P", religion: "R", phone: "1" } };
    expect(keepParts("bvn", answer, ["identity", "contact"])).toEqual({
      number: "2",
      fields: { firstName: "Ngozi", phone: "1" },
    });
    expect(keepParts("bvn", answer, ["identity", "credit"])).toEqual({ number: "2", fields: { firstName: "Ngozi" } });
    expect(keepParts("bvn", { bvn: "2", basic: { name: "Ngozi", branch: "B" } }, ["identity"])).toEqual({
      bvn: "2",
      basic: { name: "Ngozi" },
    });
    const plate = { plate: "ABC", fields: { owner_phone: "1" } };
    expect(keepParts("license_number", plate, [])).toEqual(plate);
  });
});
