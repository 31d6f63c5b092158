import { expect, test } from "vitest";
import { type Faults, faultsFromServer, faultsOf, fieldFault, payloadOf } from "./draft.ts";
import { fieldLooks, markedRequired } from "./fields.ts";
import { type Draft, emptyDraft, fieldsOf } from "./rules.ts";
import { codeTyped, dateShown } from "./typed.ts";

const nin: Draft = { ...emptyDraft, types: ["nin"], values: { nin: "70123456789" }, purposeCode: "tenancy" };

test.each<{ draft: Draft; faults: Faults; why: string }>([
  { draft: nin, faults: {}, why: "eleven digits and a reason are enough" },
  {
    draft: { ...nin, values: { nin: "7012345678" } },
    faults: { nin: "NIN must be exactly 11 digits." },
    why: "ten digits are not eleven",
  },
  { draft: { ...nin, values: {} }, faults: { nin: "NIN must be exactly 11 digits." }, why: "none are not eleven" },
  {
    draft: { ...nin, purposeCode: "" },
    faults: { purpose: "Say why you ask. The person will see it." },
    why: "a person is never asked without a reason",
  },
  {
    draft: { ...nin, purposeNote: "see www.example.ng" },
    faults: { purposeNote: "Write plain words, without a link." },
    why: "the note is plain words",
  },
  {
    draft: { ...nin, types: ["bvn"], values: { bvn: "2221234567" } },
    faults: { bvn: "BVN must be exactly 11 digits.", options: "At least one Credit Bereau must be selected" },
    why: "a credit search names a bureau",
  },
  {
    draft: { ...nin, types: ["bvn"], values: { bvn: "22212345678" }, options: ["firstCentral"] },
    faults: {},
    why: "one bureau is enough",
  },
  {
    draft: { ...emptyDraft, types: ["vin"], values: { vin: "1HGCM82633A00435" } },
    faults: { vin: "VIN must be exactly 17 characters." },
    why: "a vehicle needs no reason, but all its characters",
  },
  {
    draft: { ...emptyDraft, types: ["license_number"] },
    faults: { license_number: "Enter the registration number, letters and digits only." },
    why: "a registration number is not nothing",
  },
  {
    draft: { ...emptyDraft, types: ["rc"], values: { rc: "  " } },
    faults: { rc: "Enter the RC number." },
    why: "blanks are no RC number",
  },
  { draft: { ...nin, types: ["bulk_nin"] }, faults: { nin_csv: "Please select a CSV file." }, why: "a file is chosen" },
  {
    draft: { ...nin, types: ["fingerprint"], values: {} },
    faults: { nin: "NIN cannot be empty", finger: "Add the picture." },
    why: "a fingerprint needs its NIN",
  },
])("WIZARD-20, WIZARD-21, WIZARD-22, WIZARD-24, WIZARD-25, WIZARD-26, WIZARD-27: $why", ({ draft, faults }) => {
  expect(faultsOf(draft)).toEqual(faults);
});

test("WIZARD-27: NIN cannot be empty beside a face or a finger", () => {
  expect(fieldFault("nin_face", "nin", "")).toBe("NIN cannot be empty");
  expect(fieldFault("fingerprint", "nin", "7")).toBe("NIN must be exactly 11 digits.");
});

test("WIZARD-20, WIZARD-21, WIZARD-23, WIZARD-24: a box holds as much as its number has", () => {
  const length = (name: "nin" | "bvn" | "phone" | "vin") => {
    const look = fieldLooks[name];
    return look?.kind === "digits" ? look.length : look?.kind === "code" ? look.maxLength : undefined;
  };
  expect([length("nin"), length("bvn"), length("phone"), length("vin")]).toEqual([11, 11, 11, 17]);
});

test.each([
  ["1hg-cm8 2633a", "", "1HGCM82633A"],
  ["1HGCM82633A0043522", "1HGCM82633A004352", "1HGCM82633A004352"],
  ["1HGCM82633A004352XYZ", "", "1HGCM82633A004352"],
])("WIZARD-19, WIZARD-24, WIZARD-25: %j typed over %j leaves %j", (typed, before, left) => {
  expect(codeTyped(typed, before, 17)).toBe(left);
});

test("WIZARD-30: a date of birth is written DD/MM/YYYY while it is typed", () => {
  expect(["2", "21", "211", "2111", "21111", "21111990"].map(dateShown)).toEqual([
    "2",
    "21",
    "21/1",
    "21/11",
    "21/11/1",
    "21/11/1990",
  ]);
});

test("WIZARD-28: the demographic fields are marked required", () => {
  expect(fieldsOf("demographics")).toEqual(markedRequired);
});

test("WIZARD-29, WIZARD-30: the payload holds what the chosen types need, under the names of the source, and nothing left over", () => {
  const draft: Draft = {
    ...nin,
    values: { nin: "70123456789", rc: "123" },
    options: ["stolencheck"],
    purposeNote: " flat 3 ",
  };
  const purpose = { code: "tenancy", note: "flat 3" };
  expect(payloadOf(draft)).toEqual({ nin: "70123456789", purpose });
  expect(
    payloadOf({ ...draft, types: ["bvn"], values: { bvn: "22212345678" }, options: ["crc", "firstCentral"] }),
  ).toEqual({ bvn: "22212345678", crc: true, firstCentral: true, purpose });
  const vin = "1HGCM82633A004352";
  const vehicle: Draft = { ...emptyDraft, types: ["vin"], values: { vin }, options: ["stolencheck"] };
  expect(payloadOf(vehicle)).toEqual({ vin, stolencheck: true });
  expect(payloadOf({ ...vehicle, types: ["legitcar"] })).toEqual({ vin, legitcar: true });
});

test("BULK-04, WIZARD-29: a checked file goes by its upload, not by its lines", () => {
  const uploadId = "5f0c1a3e-0000-4000-8000-000000000001";
  const draft: Draft = { ...nin, types: ["bulk_nin"], upload: { uploadId, records: 7 } };
  expect(faultsOf(draft)).toEqual({});
  expect(payloadOf(draft)).toEqual({ bulkUploadId: uploadId, purpose: { code: "tenancy" } });
});

test("what the server says of a field is said at its box", () => {
  expect(faultsFromServer({ "purpose.note": "a", "purpose.code": "b", bulkUploadId: "c", nin: "d" })).toEqual({
    purposeNote: "a",
    purpose: "b",
    nin_csv: "c",
    nin: "d",
  });
});
