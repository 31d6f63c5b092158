import { brand } from "@idanimo/contract/brand";
import type { InputOf } from "@idanimo/contract/operation";
import type { registration } from "@idanimo/contract/accounts";
import { ninLength } from "@idanimo/contract/limits";

/** A person's sign-up details, without email and password. Empty fields are null. */
export type RegistrationDetails = {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string | null;
  readonly nin: string | null;
  readonly designation: string | null;
  readonly businessName: string | null;
  readonly rcNumber: string | null;
  readonly officeAddress: string | null;
};

/** Normalises an email address for lookup. */
export const normaliseEmail = (typed: string): string => typed.toLowerCase();

/** Whether a form accepts the current version of the terms, or names no version; no other version is shown. */
export function acceptsCurrentTerms(accepted: string | undefined): boolean {
  return accepted === undefined || accepted === brand.policyVersion.number;
}

/** The details of either form; members that the form does not have are null. */
export function registrationDetailsOf(form: InputOf<typeof registration>): RegistrationDetails {
  const business = form.userType === "business" ? form : undefined;
  return {
    firstName: form.firstName,
    lastName: form.lastName,
    phone: form.phoneNumber || null,
    nin: form.nin?.length === ninLength ? form.nin : null,
    designation: business?.designation ?? null,
    businessName: business?.businessName ?? null,
    rcNumber: business?.rcNumber ?? null,
    officeAddress: business?.officeAddress ?? null,
  };
}

/**
 * Nigerian mobile numbers: 070x, 080x, 081x, 090x, 091x, without 0700, 0800 and 0900, which are service numbers and
 * may cost a premium.
 */
const nigerianMobileNumber = /^\+234(?:(?:70|80|90)[1-9]|(?:81|91)[0-9])[0-9]{7}$/;

/** Whether a code is also sent by SMS; other numbers are expensive and open to toll fraud. [T-05] */
export function canReceiveSms(phone: string): boolean {
  return nigerianMobileNumber.test(phone);
}
