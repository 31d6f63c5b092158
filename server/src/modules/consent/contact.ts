import * as z from "zod/mini";
import { seal, unseal, type Vault } from "../../kernel/vault.ts";
import type { ContactHash, ContactKind } from "./subject-store.ts";

/** How the subject is reached: only ever the contact in the agency's own record. Source: T-38. */
export type Contact = { readonly phone: string | null; readonly mail: string | null };

const sealContextOf = (requestId: string, field: string) => ({ table: "consents", id: requestId, field });

/** How a contact is known where it must not be read: by a keyed hash of each part. */
export function hashContacts(vault: Vault, { phone, mail }: Contact): readonly ContactHash[] {
  return [
    ...(phone === null ? [] : [{ kind: "phone", hash: vault.indexHash("phone", phone) } as const]),
    ...(mail === null ? [] : [{ kind: "mail", hash: vault.indexHash("mail", mail.toLowerCase()) } as const]),
  ];
}

/**
 * What is kept of a question until its record dies: where it goes, the links of its text messages and of its mails, and the code
 * that each message bears.
 */
export type DeliveryDetails = Contact & { readonly token: string; readonly mailToken: string; readonly code: string };

const deliveryDetails = z.object({
  phone: z.nullable(z.string()),
  mail: z.nullable(z.string()),
  token: z.string(),
  /** An older question had one link for both. */
  mailToken: z._default(z.string(), ""),
  /** Of an older question it is not known; those were asked over all ways at once and nobody is written to again. */
  code: z._default(z.string(), ""),
});

/** The token of the link that goes to one of the contacts. Whoever has it proves that contact, and no other. Source: T-38. */
export const linkTokenFor = ({ token, mailToken }: DeliveryDetails, over: ContactKind): string =>
  over === "mail" && mailToken !== "" ? mailToken : token;

/** The one contact that somebody proved. The one link of an older question went to the mail address where there was no phone. */
export const selectContact = ({ phone, mail }: Contact, over: ContactKind): Contact =>
  over === "phone" && phone !== null ? { phone, mail: null } : { phone: null, mail };

export function sealDeliveryDetails(key: Buffer, requestId: string, value: DeliveryDetails): Buffer {
  return seal(key, Buffer.from(JSON.stringify(value)), sealContextOf(requestId, "contact_sealed"));
}

export function openDeliveryDetails(key: Buffer, requestId: string, sealed: Buffer): DeliveryDetails {
  return deliveryDetails.parse(JSON.parse(unseal(key, sealed, sealContextOf(requestId, "contact_sealed")).toString()));
}

export function sealNote(key: Buffer, requestId: string, note: string): Buffer {
  return seal(key, Buffer.from(note), sealContextOf(requestId, "note_sealed"));
}

export function openNote(key: Buffer, requestId: string, sealed: Buffer): string {
  return unseal(key, sealed, sealContextOf(requestId, "note_sealed")).toString();
}
