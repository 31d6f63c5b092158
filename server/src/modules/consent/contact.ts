import type { QuestionValues } from "@idanimo/contract/questions";
import * as z from "zod/mini";
import { seal, unseal, type Vault } from "../../kernel/vault.ts";
import type { ContactHash, ContactKind } from "./subject-store.ts";

/** The subject's contact, which only ever comes from the agency's own record. [T-38] */
export type Contact = { readonly phone: string | null; readonly mail: string | null };

const sealContextOf = (requestId: string, field: string) => ({ table: "consents", id: requestId, field });

/** Hashes each part of a contact with a key, so that it can be found without being readable. */
export function hashContacts(vault: Vault, { phone, mail }: Contact): readonly ContactHash[] {
  return [
    ...(phone === null ? [] : [{ kind: "phone", hash: vault.indexHash("phone", phone) } as const]),
    ...(mail === null ? [] : [{ kind: "mail", hash: vault.indexHash("mail", mail.toLowerCase()) } as const]),
  ];
}

/**
 * What a consent stores until its record is deleted: the contact, the tokens of its SMS link and its email link,
 * and the reply code in every SMS.
 */
export type DeliveryDetails = Contact & { readonly token: string; readonly mailToken: string; readonly code: string };

const deliveryDetails = z.object({
  phone: z.nullable(z.string()),
  mail: z.nullable(z.string()),
  token: z.string(),
  /** Older consents had one link for both channels. */
  mailToken: z._default(z.string(), ""),
  /** Unknown for older consents, which used all channels at once and get no further message. */
  code: z._default(z.string(), ""),
});

/** The token of the link that goes to one contact. It verifies that contact only. [T-38] */
export const linkTokenFor = ({ token, mailToken }: DeliveryDetails, over: ContactKind): string =>
  over === "mail" && mailToken !== "" ? mailToken : token;

/**
 * The contact that a link or code verified. An older consent's single link went to the email address if there was
 * no phone.
 */
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

const questionValues = z.record(z.string(), z.string());

/** Seals what was typed for the one question of a check: the subject sees it, and may notice a guess about a stranger. */
export function sealQuestion(key: Buffer, requestId: string, values: QuestionValues): Buffer {
  return seal(key, Buffer.from(JSON.stringify(values)), sealContextOf(requestId, "question_sealed"));
}

export function openQuestion(key: Buffer, requestId: string, sealed: Buffer): QuestionValues {
  return questionValues.parse(JSON.parse(unseal(key, sealed, sealContextOf(requestId, "question_sealed")).toString()));
}
