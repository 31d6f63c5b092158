import type { profile, UserType } from "@idanimo/contract/accounts";
import { profileImageMaxBytes } from "@idanimo/contract/limits";
import type { OutputOf } from "@idanimo/contract/operation";
import * as texts from "@idanimo/contract/texts";

export type Profile = OutputOf<typeof profile>;

/** The text fields that a user may change; the phone has a field of its own. */
export type FieldName = "firstName" | "lastName" | "address" | "businessName" | "rcNumber" | "designation";
export type FieldValues = Readonly<Record<FieldName, string>>;

const editableFields: Readonly<Record<UserType, readonly FieldName[]>> = {
  individual: ["firstName", "lastName", "address"],
  business: ["businessName", "rcNumber", "address", "designation", "firstName", "lastName"],
};

/** The fields as the server has them, empty if missing. */
export function toFieldValues(profile: Profile): FieldValues {
  const { firstName, lastName, address, businessName, rcNumber, designation } = profile;
  return {
    firstName,
    lastName,
    address: address ?? "",
    businessName: businessName ?? "",
    rcNumber: rcNumber ?? "",
    designation: designation ?? "",
  };
}

/**
 * The fields of this kind of account that were changed. Omits a field that was and stays empty; includes a field
 * that was emptied, so that its schema rejects it [PROFILE-08].
 */
export function changedFields(userType: UserType, before: FieldValues, now: FieldValues): Partial<FieldValues> {
  const changes: Partial<Record<FieldName, string>> = {};
  for (const name of editableFields[userType]) {
    const value = now[name].trim();
    if (value !== before[name]) changes[name] = value;
  }
  return changes;
}

const fileSignatures = {
  "image/jpeg": [0xff, 0xd8, 0xff],
  "image/png": [0x89, 0x50, 0x4e, 0x47],
} as const;
export type PictureType = keyof typeof fileSignatures;

/** Detects a picture's type from its first bytes, whatever its name; undefined unless JPG or PNG. */
export function detectPictureType(head: Uint8Array): PictureType | undefined {
  if (fileSignatures["image/jpeg"].every((byte, at) => head[at] === byte)) return "image/jpeg";
  return fileSignatures["image/png"].every((byte, at) => head[at] === byte) ? "image/png" : undefined;
}

/** The error of a chosen file, checked before the upload [PROFILE-06 PROFILE-07]. */
export function validatePicture(file: { readonly size: number }, head: Uint8Array): string | undefined {
  if (!detectPictureType(head)) return texts.imageType;
  return file.size > profileImageMaxBytes ? texts.imageTooLarge : undefined;
}

/** Groups the digits of a phone number: `+234 803 123 4567`. Foreign numbers stay unchanged. */
export function formatPhone(phone: string): string {
  return phone.replace(/^(\+234)(\d{3})(\d{3})(\d{4})$/, "$1 $2 $3 $4");
}
