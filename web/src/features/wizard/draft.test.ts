import * as texts from "@idanimo/contract/texts";
import { expect, test } from "vitest";
import { type DraftErrors, errorsFromServer, validateDraft, validateField, toSearchPayload } from "./draft.ts";
import { fieldInputOf } from "./fields.ts";
import { type Draft, emptyDraft, fieldsOf } from "./rules.ts";

const nin: Draft = { ...emptyDraft, types: ["nin"], values: { nin: "70123456789" }, purposeCode: "tenancy" };

// Covers: WIZARD-24 WIZARD-25 WIZARD-26 WIZARD-27
test.each<{ draft: Draft; faults: DraftErrors; why: string }>([
  { draft: nin, faults: {}, why: "accepts eleven digits and a purpose" },
  {
    draft: { ...nin, values: { nin: "7012345678" } },
    faults: { nin: "NIN must be exactly 11 digits." },
    why: "rejects ten digits of a NIN",
  },
  { draft: { ...nin, values: {} }, faults: { nin: "NIN must be exactly 11 digits." }, why: "rejects an empty NIN" },
  {
    draft: { ...nin, purposeCode: "" },
    faults: { purpose: "Choose your reason for this check. The person will see it." },
    why: "rejects a search for consent without a purpose",
  },
  {
    draft: { ...nin, purposeNote: "see www.example.ng" },
    faults: { purposeNote: "Write plain text, without links." },
    why: "rejects a link in the note",
  },
  {
    draft: { ...nin, types: ["bvn"], values: { bvn: "2221234567" } },
    faults: { bvn: "BVN must be exactly 11 digits.", options: "At least one Credit Bereau must be selected" },
    why: "rejects a credit search without a bureau",
  },
  {
    draft: { ...nin, types: ["bvn"], values: { bvn: "22212345678" }, options: ["firstCentral"] },
    faults: {},
    why: "accepts one bureau",
  },
  {
    draft: { ...emptyDraft, types: ["vin"], values: { vin: "1HGCM82633A00435" } },
    faults: { vin: "VIN must be exactly 17 characters." },
    why: "rejects a short VIN, and needs no purpose for a vehicle",
  },
  {
    draft: { ...emptyDraft, types: ["license_number"] },
    faults: { license_number: "Enter the registration number, letters and digits only." },
    why: "rejects an empty registration number",
  },
  {
    draft: { ...emptyDraft, types: ["rc"], values: { rc: "  " } },
    faults: { rc: "Enter the RC number." },
    why: "rejects spaces as RC number",
  },
  {
    draft: { ...nin, types: ["bulk_nin"] },
    faults: { nin_csv: "Please select a CSV file." },
    why: "rejects a bulk search without a file",
  },
  {
    draft: { ...nin, types: ["fingerprint"], values: {} },
    faults: { nin: "NIN cannot be empty", finger: "Add the picture." },
    why: "rejects a fingerprint without NIN and picture",
  },
])("$why [WIZARD-20 WIZARD-21 WIZARD-22]", ({ draft, faults }) => {
  expect(validateDraft(draft)).toEqual(faults);
});

test("rejects an account number that its bank cannot have, at the number", () => {
  const draft: Draft = { ...emptyDraft, types: ["bank_account"] };
  const faultsOf = (account_number: string, bank_code: string) =>
    validateDraft({ ...draft, values: { account_number, bank_code } });
  expect(faultsOf("0000014579", "011")).toEqual({});
  expect(Object.keys(faultsOf("0000014578", "011"))).toEqual(["account_number"]);
  expect(faultsOf("", "")).toEqual({
    account_number: "Enter the account number: 10 digits.",
    bank_code: "Choose the bank.",
  });
});

test("requires a NIN with a face or a fingerprint [WIZARD-27]", () => {
  expect(validateField("nin_face", "nin", "")).toBe("NIN cannot be empty");
  expect(validateField("fingerprint", "nin", "7")).toBe("NIN must be exactly 11 digits.");
});

test("limits each input to the length of its number [WIZARD-20 WIZARD-21 WIZARD-24]", () => {
  const length = (name: "nin" | "bvn" | "vin") => {
    const look = fieldInputOf(name, name);
    return look?.kind === "digits" ? look.length : look?.kind === "code" ? look.maxLength : undefined;
  };
  expect([length("nin"), length("bvn"), length("vin")]).toEqual([11, 11, 17]);
});

test.each([
  { name: "rc", value: "1".repeat(41), message: "Use at most 40 characters." },
  { name: "business_name", value: "A".repeat(201), message: "Use at most 200 characters." },
] as const)("rejects a $name that is too long and does not cut it [WIZARD-26]", ({ name, value, message }) => {
  expect(validateField(name, name, value)).toBe(message);
});

test.each([
  { value: "+44 7700 900123", message: texts.phoneNotNigerian },
  { value: "0803", message: texts.phoneNotNigerian },
  { value: "", message: texts.phoneRequired },
  { value: "+234 803 555 1122", message: undefined },
])("shows \"$message\" for the phone number '$value' [WIZARD-23]", ({ value, message }) => {
  expect(validateField("phone", "phone", value)).toBe(message);
});

test("names the digit that a letter in a VIN was meant as [WIZARD-24]", () => {
  expect(validateField("vin", "vin", "1HGCM82633AOO4352")).toBe("A VIN has no letter O. Did you mean 0 (zero)?");
});

test("marks the demographic fields as required [WIZARD-28]", () => {
  expect(fieldsOf("demographics").map((name) => fieldInputOf("demographics", name)?.isMarkedRequired)).toEqual([
    true,
    true,
    true,
    true,
  ]);
});

test("sends exactly the fields of the chosen types under the source's names [WIZARD-29 WIZARD-30]", () => {
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

test("sends the upload id of a checked file, not its lines [BULK-04 WIZARD-29]", () => {
  const uploadId = "5f0c1a3e-0000-4000-8000-000000000001";
  const draft: Draft = { ...nin, types: ["bulk_nin"], upload: { uploadId, records: 7 } };
  expect(validateDraft(draft)).toEqual({});
  expect(toSearchPayload(draft)).toEqual({ bulkUploadId: uploadId, purpose: { code: "tenancy" } });
});

test("names the question, and leaves out an empty middle name [AO-01]", () => {
  const values = { nin: "70123456789", firstname: "Ada", lastname: "Obi", middlename: " " };
  const match: Draft = { ...nin, types: ["name_match"], values };
  expect(validateDraft(match)).toEqual({});
  expect(toSearchPayload(match)).toEqual({
    check: "name_match",
    nin: "70123456789",
    firstname: "Ada",
    lastname: "Obi",
    purpose: { code: "tenancy" },
  });
});

test.each<{ draft: Draft; faults: DraftErrors; why: string }>([
  {
    draft: { ...nin, types: ["name_match"], values: { nin: "7", firstname: "4da" } },
    faults: {
      nin: "NIN must be exactly 11 digits.",
      firstname: "Use letters, hyphens and apostrophes only.",
      lastname: "Enter the last name.",
    },
    why: "rejects an incomplete name match",
  },
  { draft: { ...nin, types: ["over_age"] }, faults: { age: "Choose 18 or 21." }, why: "rejects a missing age" },
  {
    draft: { ...nin, types: ["score_band"], values: { bvn: "22212345678" } },
    faults: { atLeast: "Choose a score." },
    why: "rejects a missing score",
  },
  {
    draft: {
      ...nin,
      types: ["score_band"],
      purposeCode: "employment",
      values: { bvn: "22212345678", atLeast: "661" },
    },
    faults: { purpose: "“A job” is not available for a credit check. Choose another reason." },
    why: "rejects a purpose that may not ask for a score",
  },
])("$why before the payment [AO-11]", ({ draft, faults }) => {
  expect(validateDraft(draft)).toEqual(faults);
});

const named = (expectedName: Partial<Draft["expectedName"]>, more: Partial<Draft> = {}): Draft => ({
  ...nin,
  hasExpectedName: true,
  expectedName: { ...emptyDraft.expectedName, ...expectedName },
  ...more,
});

test.each<{ draft: Draft; faults: DraftErrors; why: string }>([
  { draft: named({ firstname: "Ọlá", lastname: "Obi" }), faults: {}, why: "accepts a name without a middle name" },
  {
    draft: named({ middlename: "Nk3m", lastname: " " }),
    faults: {
      "expectedName.firstname": "Enter the first name.",
      "expectedName.middlename": "Use letters, hyphens and apostrophes only.",
      "expectedName.lastname": "Enter the last name.",
    },
    why: "rejects an incomplete name before the payment",
  },
  {
    draft: named({ firstname: "A".repeat(61), lastname: "Obi" }),
    faults: { "expectedName.firstname": "Use at most 60 characters." },
    why: "rejects a name that is too long",
  },
  { draft: named({}, { hasExpectedName: false }), faults: {}, why: "needs no name if none is compared" },
  {
    draft: named({}, { types: ["rc"], values: { rc: "RC123" } }),
    faults: {},
    why: "needs no name for a check that compares none",
  },
])("$why", ({ draft, faults }) => {
  expect(validateDraft(draft)).toEqual(faults);
});

test("sends the expected name to a check that compares one, and no empty middle name", () => {
  const name = { firstname: " Ada ", middlename: " ", lastname: "Obi" };
  expect(toSearchPayload(named(name))).toMatchObject({ expectedName: { firstname: "Ada", lastname: "Obi" } });
  for (const but of [{ hasExpectedName: false }, { types: ["rc"], values: { rc: "RC1" } }] satisfies Partial<Draft>[])
    expect(toSearchPayload(named(name, but))).not.toHaveProperty("expectedName");
});

test("shows the server's field errors at their inputs", () => {
  expect(errorsFromServer({ "purpose.note": "a", "purpose.code": "b", bulkUploadId: "c", nin: "d" })).toEqual({
    purposeNote: "a",
    purpose: "b",
    nin_csv: "c",
    nin: "d",
  });
});
