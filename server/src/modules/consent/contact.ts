import * as z from "zod/mini";
import { seal, unseal } from "../../kernel/vault.ts";

/** How the subject is reached: only ever the contact in the agency's own record. Source: T-38. */
export type Contact = { readonly phone: string | null; readonly mail: string | null };

const placeOf = (requestId: string, field: string) => ({ table: "consents", id: requestId, field });

/** What is kept of a question until its record dies: where it went, and the link's token for the receipt. */
export type Kept = Contact & { readonly token: string };

const kept = z.object({ phone: z.nullable(z.string()), mail: z.nullable(z.string()), token: z.string() });

export function sealKept(key: Buffer, requestId: string, value: Kept): Buffer {
  return seal(key, Buffer.from(JSON.stringify(value)), placeOf(requestId, "contact_sealed"));
}

export function openKept(key: Buffer, requestId: string, sealed: Buffer): Kept {
  return kept.parse(JSON.parse(unseal(key, sealed, placeOf(requestId, "contact_sealed")).toString()));
}

export function sealNote(key: Buffer, requestId: string, note: string): Buffer {
  return seal(key, Buffer.from(note), placeOf(requestId, "note_sealed"));
}

export function openNote(key: Buffer, requestId: string, sealed: Buffer): string {
  return unseal(key, sealed, placeOf(requestId, "note_sealed")).toString();
}
