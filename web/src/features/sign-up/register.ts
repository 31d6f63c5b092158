import { registration } from "@idanimo/contract/accounts";
import type { SentInputOf } from "@idanimo/contract/operation";
import { brand } from "../../brand.ts";
import { call } from "../../lib/call.ts";
import { fetchClientAddressWithTimeout } from "../../lib/client-address.ts";
import { storedClickId, storedSignUpDraft } from "../../lib/storage.ts";
import { toInternational } from "./phone.ts";

type RegistrationInput = SentInputOf<typeof registration>;
type PersonFields = {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly country: string;
  readonly phone: string;
};
/** The fields that both forms submit in the same way. */
type CommonField =
  | "phoneNumber"
  | "ipAddress"
  | "ipCountry"
  | "CLICK_ID"
  | "acceptedTerms"
  | "firstName"
  | "lastName"
  | "email";
type FormSpecific<Form> = Form extends RegistrationInput ? Omit<Form, CommonField> : never;

/**
 * Submits a sign-up. On success, stores names, email, phone and the id of the pending activation for the next
 * screen; never the password or the NIN [T-19].
 */
export async function register(person: PersonFields, own: FormSpecific<RegistrationInput>) {
  const { ip, country_name } = await fetchClientAddressWithTimeout();
  const { firstName, lastName, email } = person;
  const phoneNumber = toInternational(person.country, person.phone);
  const clickId = storedClickId.get();
  const common = {
    firstName,
    lastName,
    email,
    ...(phoneNumber && { phoneNumber }),
    ...(clickId && { CLICK_ID: clickId }),
    ipAddress: ip,
    ipCountry: country_name,
    acceptedTerms: brand.policyVersion.number,
  };
  const result = await call(registration, { ...own, ...common });
  if (result.ok) {
    const draft = { firstName, lastName, email: email.trim(), id: result.value.id };
    storedSignUpDraft.set({ ...draft, ...(phoneNumber && { phoneNumber }) });
  }
  return result;
}
