import { profileImageMaxBytes } from "@idanimo/contract/limits";
import { updateProfile } from "@idanimo/contract/profile";
import * as texts from "@idanimo/contract/texts";
import { expect, test } from "vitest";
import { validateFields } from "../../lib/form.ts";
import { changedFields, type FieldValues, formatPhone, validatePicture, detectPictureType } from "./rules.ts";

const before: FieldValues = {
  firstName: "Ada",
  lastName: "Obi",
  address: "",
  businessName: "Bright Homes Ltd",
  rcNumber: "123456",
  designation: "Director",
};

test("sends only changed fields, trimmed, and no field that stays empty [PROFILE-08]", () => {
  expect(changedFields("individual", before, { ...before, firstName: " Adaeze ", address: "  " })).toEqual({
    firstName: "Adaeze",
  });
  expect(changedFields("individual", before, { ...before, lastName: "Obi " })).toEqual({});
});

test("sends business fields for a business only [PROFILE-01 PROFILE-02]", () => {
  const now = { ...before, businessName: "Brighter Homes Ltd", rcNumber: "654321", designation: "Owner" };
  expect(changedFields("individual", before, now)).toEqual({});
  expect(Object.keys(changedFields("business", before, now)).sort()).toEqual([
    "businessName",
    "designation",
    "rcNumber",
  ]);
});

test("rejects an emptied field by its name and does not drop it [PROFILE-08]", () => {
  const changes = changedFields("business", before, { ...before, firstName: "", rcNumber: "" });
  expect(validateFields(updateProfile.input, changes)).toEqual({
    firstName: texts.firstNameRequired,
    rcNumber: texts.rcNumberRequired,
  });
});

const jpg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0);
const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47);

test.each([
  { what: "a JPG of exactly 2 MB", head: jpg, size: profileImageMaxBytes, fault: undefined },
  { what: "a PNG of exactly 2 MB", head: png, size: profileImageMaxBytes, fault: undefined },
  { what: "a JPG one byte larger", head: jpg, size: profileImageMaxBytes + 1, fault: texts.imageTooLarge },
  { what: "a GIF", head: new TextEncoder().encode("GIF89a"), size: 10, fault: texts.imageType },
  { what: "an SVG", head: new TextEncoder().encode("<svg"), size: 10, fault: texts.imageType },
  { what: "an empty file", head: new Uint8Array(), size: 0, fault: texts.imageType },
])("validates $what by its bytes before the upload [PROFILE-06 PROFILE-07]", ({ head, size, fault }) => {
  expect(validatePicture({ size }, head)).toBe(fault);
});

test("keeps the type of a picture", () => {
  expect([detectPictureType(jpg), detectPictureType(png)]).toEqual(["image/jpeg", "image/png"]);
});

test("formats a stored phone number in groups [PROFILE-05]", () => {
  expect([formatPhone("+2348031234567"), formatPhone("+447911123456")]).toEqual(["+234 803 123 4567", "+447911123456"]);
});
