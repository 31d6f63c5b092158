import * as texts from "@idanimo/contract/texts";
import { expect, test } from "vitest";
import { type DraftErrors, errorsFromServer, validateDraft, validateField, toSearchPayload } from "./draft.ts";
import { fieldDefinitions, requiredFields } from "./fields.ts";
import { type Draft, emptyDraft, fieldsOf } from "./rules.ts";

const nin: Draft = { ...emptyDraft, types: ["nin"], values: { nin: "70123456789" }, purposeCode: "tenancy" };

test.each<{ draft: Draft; faults: DraftErrors; why: string }>([
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
  expect(validateDraft(draft)).toEqual(faults);
});

test("WIZARD-27: NIN cannot be empty beside a face or a finger", () => {
  expect(validateField("nin_face", "nin", "")).toBe("NIN cannot be empty");
  expect(validateField("fingerprint", "nin", "7")).toBe("NIN must be exactly 11 digits.");
});

test("gives each box the length of its number [WIZARD-20 WIZARD-21 WIZARD-24]", () => {
  const length = (name: "nin" | "bvn" | "vin") => {
    const look = fieldDefinitions[name];
    return look?.kind === "digits" ? look.length : look?.kind === "code" ? look.maxLength : undefined;
  };
  expect([length("nin"), length("bvn"), length("vin")]).toEqual([11, 11, 17]);
});

test.each([
  { name: "rc", value: "1".repeat(41), message: "Use at most 40 characters." },
  { name: "business_name", value: "A".repeat(201), message: "Use at most 200 characters." },
] as const)("rejects a $name that is too long instead of cutting it [WIZARD-26]", ({ name, value, message }) => {
  expect(validateField(name, name, value)).toBe(message);
});

test.each([
  { value: "+44 7700 900123", message: texts.phoneNotNigerian },
  { value: "0803", message: texts.phoneNotNigerian },
  { value: "", message: texts.phoneRequired },
  { value: "+234 803 555 1122", message: undefined },
])("says of the phone number '$value': $message [WIZARD-23]", ({ value, message }) => {
  expect(validateField("phone", "phone", value)).toBe(message);
});

test("names the digit that a letter in a VIN stands for [WIZARD-24]", () => {
  expect(validateField("vin", "vin", "1HGCM82633AOO4352")).toBe("A VIN has no letter O. Did you mean 0 (zero)?");
});

test("WIZARD-28: the demographic fields are marked required", () => {
  expect(fieldsOf("demographics")).toEqual(requiredFields);
});

test("WIZARD-29, WIZARD-30: the payload holds what the chosen types need, under the names of the source, and nothing left over", () => {
  const draft: Draft = {
    ...nin,
    values: { nin: "70123456789", rc: "123" },
    options: ["stolencheck"],
    purposeNote: " flat 3 ",
  };
  const purpose = { code: "tenancy", note: "flat 3" };
  expect(toSearchPayload(draft)).toEqual({ nin: "70123456789", purpose });
  expect(
    toSearchPayload({ ...draft, types: ["bvn"], values: { bvn: "22212345678" }, options: ["crc", "firstCentral"] }),
  ).toEqual({ bvn: "22212345678", crc: true, firstCentral: true, purpose });
  const vin = "1HGCM82633A004352";
  const vehicle: Draft = { ...emptyDraft, types: ["vin"], values: { vin }, options: ["stolencheck"] };
  expect(toSearchPayload(vehicle)).toEqual({ vin, stolencheck: true });
  expect(toSearchPayload({ ...vehicle, types: ["legitcar"] })).toEqual({ vin, legitcar: true });
});

test("BULK-04, WIZARD-29: a checked file goes by its upload, not by its lines", () => {
  const uploadId = "5f0c1a3e-0000-4000-8000-000000000001";
  const draft: Draft = { ...nin, types: ["bulk_nin"], upload: { uploadId, records: 7 } };
  expect(validateDraft(draft)).toEqual({});
  expect(toSearchPayload(draft)).toEqual({ bulkUploadId: uploadId, purpose: { code: "tenancy" } });
});

test("what the server says of a field is said at its box", () => {
  expect(errorsFromServer({ "purpose.note": "a", "purpose.code": "b", bulkUploadId: "c", nin: "d" })).toEqual({
    purposeNote: "a",
    purpose: "b",
    nin_csv: "c",
    nin: "d",
  });
});
