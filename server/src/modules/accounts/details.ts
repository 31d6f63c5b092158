import * as z from "zod/mini";
import { seal, unseal } from "../../kernel/vault.ts";
import type { Details } from "./rules.ts";

const orNull = z.nullable(z.string());
const shape = z.object({
  firstName: z.string(),
  lastName: z.string(),
  phone: orNull,
  nin: orNull,
  designation: orNull,
  businessName: orNull,
  rcNumber: orNull,
  officeAddress: orNull,
});

const placeOf = (registrationId: string) => ({ table: "registrations", id: registrationId, field: "details_sealed" });

/** A sign-up form as it waits for its code: sealed with the registration's own key. */
export function sealDetails(key: Buffer, registrationId: string, details: Details): Buffer {
  return seal(key, Buffer.from(JSON.stringify(details)), placeOf(registrationId));
}

/** The form again. Throws where it is not what was sealed. */
export function openDetails(key: Buffer, registrationId: string, sealed: Buffer): Details {
  return z.parse(shape, JSON.parse(unseal(key, sealed, placeOf(registrationId)).toString()));
}
