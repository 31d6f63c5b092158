import type { UserType } from "@idanimo/contract/accounts";
import type { InputOf } from "@idanimo/contract/operation";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import type { updateProfile } from "@idanimo/contract/profile";
import * as texts from "@idanimo/contract/texts";

type ProfileInput = Omit<InputOf<typeof updateProfile>, "profileImage">;
export type ProfileField = keyof ProfileInput;

/** The editable fields of a profile, by column. */
export type ProfileColumns = {
  readonly first_name: string;
  readonly last_name: string;
  readonly phone: string | null;
  readonly address: string | null;
  readonly office_address: string | null;
  readonly business_name: string | null;
  readonly rc_number: string | null;
  readonly designation: string | null;
};

const sharedColumns = { firstName: "first_name", lastName: "last_name", phoneNumber: "phone" } as const;
/**
 * The column of each field; a missing field does not apply to the account type. `address` is an individual's own
 * address, or a business's office.
 */
const columnsByUserType: Readonly<Record<UserType, Readonly<Partial<Record<ProfileField, keyof ProfileColumns>>>>> = {
  individual: { ...sharedColumns, address: "address" },
  business: {
    ...sharedColumns,
    address: "office_address",
    businessName: "business_name",
    rcNumber: "rc_number",
    designation: "designation",
  },
};

/** The fields that differ from the stored ones, and their new column values. */
export type ProfileChanges = {
  readonly fields: readonly ProfileField[];
  readonly columns: Readonly<Partial<Record<keyof ProfileColumns, string>>>;
};

/** Rejects fields that do not apply to this type of account. [T-16] */
export function checkFieldsAllowed(userType: UserType, sent: ProfileInput): Result<void, "bad_input"> {
  const foreign = sentFieldsOf(sent).filter(([field]) => columnsByUserType[userType][field] === undefined);
  if (foreign.length === 0) return ok(undefined);
  return fail("bad_input", {}, { fields: Object.fromEntries(foreign.map(([field]) => [field, texts.businessOnly])) });
}

/**
 * What the owner changes: only what was sent and differs. A phone number cannot be changed once set. [T-16
 * PROFILE-05]
 */
export function diffProfile(
  userType: UserType,
  current: ProfileColumns,
  sent: ProfileInput,
): Result<ProfileChanges, "phone_locked"> {
  const fields: ProfileField[] = [];
  const columns: Partial<Record<keyof ProfileColumns, string>> = {};
  for (const [field, value] of sentFieldsOf(sent)) {
    const column = columnsByUserType[userType][field];
    if (column === undefined || current[column] === value) continue;
    if (column === "phone" && current.phone !== null)
      return fail("phone_locked", {}, { fields: { phoneNumber: texts.phoneLocked } });
    fields.push(field);
    columns[column] = value;
  }
  return ok({ fields, columns });
}

const fieldNames = [
  "firstName",
  "lastName",
  "phoneNumber",
  "address",
  "businessName",
  "rcNumber",
  "designation",
] as const satisfies readonly ProfileField[];

function sentFieldsOf(sent: ProfileInput): readonly (readonly [ProfileField, string])[] {
  return fieldNames.flatMap((field) => {
    const typed = sent[field];
    return typed === undefined ? [] : [[field, typed] as const];
  });
}
