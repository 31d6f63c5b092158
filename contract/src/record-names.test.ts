import { describe, expect, test } from "vitest";
import { searchTypes } from "./catalogue.ts";
import { comparesName, findRecordName } from "./record-names.ts";

const part = (data: object | null) => ({ verificationStatus: "VERIFIED", verificationReference: null, data });
const ada = { firstname: "Ada", middlename: "Nkem", lastname: "Obi" };

describe("findRecordName", () => {
  test.each([
    { names: { firstName: "Ada", middleName: "Nkem", lastName: "Obi" } },
    { names: { firstname: "Ada", middlename: "Nkem", surname: "Obi" } },
  ])("reads a NIN record in both shapes", ({ names }) => {
    expect(findRecordName("nin", names)).toEqual({ label: "NIN record", name: ada });
  });

  test("reads the NIN record behind a phone number, then the BVN record", () => {
    const nin = part({ firstname: "Ada", middlename: "Nkem", surname: "Obi" });
    const bvn = part({ firstName: "Eve", middleName: "", lastName: "Bello" });
    const read = (premblyPhoneVerification: object, premblyBvnVerification: object) =>
      findRecordName("phone", { premblyPhoneVerification, premblyBvnVerification });
    expect(read(nin, bvn)).toEqual({ label: "NIN record", name: ada });
    expect(read(part(null), bvn)).toMatchObject({ label: "BVN record", name: { firstname: "Eve" } });
    expect(read(part(null), part(null))).toBeUndefined();
  });

  test("reads the BVN's own entry of a credit record, not a bureau's", () => {
    const record = { "basic-data": [{ name: "Ada Nkem Obi" }, { name: "A. OBI" }] };
    expect(findRecordName("bvn", record)).toEqual({ label: "BVN record", name: ada });
    expect(findRecordName("bvn", { "basic-data": [] })).toBeUndefined();
  });

  test("finds none in a record without a name", () => {
    expect(findRecordName("nin", { nin: "70123456789", firstName: "null", lastName: "" })).toBeUndefined();
  });
});

test("only checks of one person by a number compare a name", () => {
  expect(searchTypes.filter(comparesName)).toEqual(["nin", "phone", "nin_face", "fingerprint", "bvn"]);
});
