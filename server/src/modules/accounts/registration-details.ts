import * as z from "zod/mini";
import { seal, unseal } from "../../kernel/vault.ts";
import type { RegistrationDetails } from "./rules.ts";

const nullableString = z.nullable(z.string());
const detailsSchema = z.object({
  firstName: z.string(),
  lastName: z.string(),
  phone: nullableString,
  nin: nullableString,
  designation: nullableString,
  businessName: nullableString,
  rcNumber: nullableString,
  officeAddress: nullableString,
});

const sealContextOf = (registrationId: string) => ({
  table: "registrations",
  id: registrationId,
  field: "details_sealed",
});

/** Seals a pending sign-up form with the registration's own key. */
export function sealDetails(key: Buffer, registrationId: string, details: RegistrationDetails): Buffer {
  return seal(key, Buffer.from(JSON.stringify(details)), sealContextOf(registrationId));
}

/**
 * Opens a sealed form.
 * @throws if key or registration id do not match
 */
export function unsealDetails(key: Buffer, registrationId: string, sealed: Buffer): RegistrationDetails {
  return z.parse(detailsSchema, JSON.parse(unseal(key, sealed, sealContextOf(registrationId)).toString()));
}
