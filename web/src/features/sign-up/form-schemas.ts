import { businessForm, individualForm } from "@idanimo/contract/accounts";
import * as texts from "@idanimo/contract/texts";
import { boolean, extend, pick, refine, string } from "zod/mini";

/** What the sign-up forms check before they are sent: the contract's fields, and what only a screen knows. Source: A§5. */

/** On the screen only; the phone number has no rule [SIGNUP-39]. The password once more, the two parts of the phone number, the box to tick. */
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

/** What the server said about single fields, under the names they have on the screen. */
export function toFormErrors(fields: Readonly<Record<string, string>> | undefined): Readonly<Record<string, string>> {
  const { phoneNumber, ...rest } = fields ?? {};
  return phoneNumber ? { ...rest, phone: phoneNumber } : rest;
}
