import { unambiguousAlphabet } from "@idanimo/contract/consent";
import * as z from "zod/mini";
import type { Tx } from "../../../database/database.ts";
import type { KeyStore } from "../../../database/key-store.ts";
import { seal, unseal } from "../../../kernel/vault.ts";
import { writeAudit } from "../../audit/index.ts";
import type { ConsentDeps } from "../../consent/index.ts";
import type { CaseKind } from "./rules.ts";
import { insertCase } from "./store.ts";

const caseContent = z.object({
  text: z.string(),
  phone: z.nullable(z.string()),
  mail: z.nullable(z.string()),
  answer: z.optional(z.string()),
});
/** What a subject wrote, the contact that gets the answer, and our answer. */
export type CaseContent = z.output<typeof caseContent>;

const sealContextOf = (id: string) => ({ table: "subject_cases", id, field: "sealed" });

/**
 * The id of a case that is about to be opened, and the key that seals it. The key is durable before the row exists.
 */
export type CaseKey = { readonly id: string; readonly key: Buffer };

/** Creates a case's key before the transaction that opens the case. */
export async function createCaseKey(
  deps: Pick<ConsentDeps, "ids"> & { readonly keys: Pick<KeyStore, "create"> },
): Promise<CaseKey> {
  const id = deps.ids.rowId();
  return { id, key: await deps.keys.create(id) };
}

/**
 * Opens a case in the caller's transaction, with its audit row.
 * @returns the reference the subject may quote, `ID-` and six letters; undefined if this request was already
 * reported or the reference is taken
 */
export async function openCase(
  deps: Pick<ConsentDeps, "ids">,
  tx: Tx,
  { id, key }: CaseKey,
  about: {
    readonly kind: CaseKind;
    readonly contactHash: Buffer | null;
    readonly requestId: string | null;
    readonly ownerId: string | null;
    readonly content: CaseContent;
  },
): Promise<string | undefined> {
  const reference = `ID-${deps.ids.letters(6, unambiguousAlphabet)}`;
  const { kind, contactHash, requestId, ownerId } = about;
  const sealed = sealCaseContent(key, id, about.content);
  if (!(await insertCase(tx, { id, reference, kind, contactHash, requestId, ownerId, sealed }))) return undefined;
  await writeAudit(tx, deps.ids, { actorKind: "subject", action: `case_${kind}`, objectId: requestId ?? id });
  return reference;
}

export function sealCaseContent(key: Buffer, id: string, value: CaseContent): Buffer {
  return seal(key, Buffer.from(JSON.stringify(value)), sealContextOf(id));
}

/**
 * Decrypts the content of a case.
 * @throws if the key belongs to another case
 */
export function openCaseContent(key: Buffer, id: string, sealed: Buffer): CaseContent {
  return caseContent.parse(JSON.parse(unseal(key, sealed, sealContextOf(id)).toString()));
}
