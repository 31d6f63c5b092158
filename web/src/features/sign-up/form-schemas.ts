import { businessForm, individualForm } from "@idanimo/contract/accounts";
import * as texts from "@idanimo/contract/texts";
import { boolean, extend, pick, refine, string } from "zod/mini";

/** The validation of the sign-up forms: the contract's fields, and fields that exist only on the screen. */

/**
 * Fields of the screen only: the repeated password, the two parts of the phone number, the terms. The phone number
 * has no rule [SIGNUP-39].
 */
const screenOnlyFields = { country: string(), phone: string(), confirmPassword: string(), accepted: boolean() };

type PasswordPair = { password: string; confirmPassword: string };

const passwordsMatch = refine<PasswordPair>((form) => form.password === form.confirmPassword, {
  path: ["confirmPassword"],
  error: texts.passwordsDiffer,
});

export const individualFields = extend(
  pick(individualForm, { firstName: true, lastName: true, email: true, password: true, nin: true }),
  screenOnlyFields,
).check(passwordsMatch);

export const businessFields = extend(
  pick(businessForm, { designation: true, firstName: true, lastName: true, nin: true, email: true, password: true }),
  screenOnlyFields,
).check(passwordsMatch);

export const businessDetails = pick(businessForm, { businessName: true, rcNumber: true, officeAddress: true });

/** The server's field errors, under the field names of the screen. */
export function toFormErrors(fields: Readonly<Record<string, string>> | undefined): Readonly<Record<string, string>> {
  const { phoneNumber, ...rest } = fields ?? {};
  return phoneNumber ? { ...rest, phone: phoneNumber } : rest;
}
