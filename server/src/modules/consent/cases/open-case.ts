import { unambiguousAlphabet } from "@idanimo/contract/consent";
import * as z from "zod/mini";
import type { Tx } from "../../../database/database.ts";
import { seal, unseal } from "../../../kernel/vault.ts";
import { writeAudit } from "../../audit/index.ts";
import type { ConsentDeps } from "../deps.ts";
import type { CaseKind } from "./rules.ts";
import { insertCase } from "./store.ts";

const caseContent = z.object({
  text: z.string(),
  phone: z.nullable(z.string()),
  mail: z.nullable(z.string()),
  answer: z.optional(z.string()),
});
/** What a person wrote, where the answer goes, and what we answered. */
export type CaseContent = z.output<typeof caseContent>;

const sealContextOf = (id: string) => ({ table: "subject_cases", id, field: "sealed" });

/** A case that is about to be opened: its id and the key that seals it, which is durable before the row. */
export type CaseKey = { readonly id: string; readonly key: Buffer };

/** Makes a case's key before the transaction that opens it. */
export async function createCaseKey(deps: Pick<ConsentDeps, "ids" | "keys">): Promise<CaseKey> {
  const id = deps.ids.rowId();
  return { id, key: await deps.keys.create(id) };
}

/**
 * Opens a case in the caller's transaction, with its audit row.
 * @returns the label the person may quote, `ID-` and six letters; undefined where this request was reported before
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

/** Seals what belongs to a case, in place of what it held. */
export function sealCaseContent(key: Buffer, id: string, value: CaseContent): Buffer {
  return seal(key, Buffer.from(JSON.stringify(value)), sealContextOf(id));
}

/** Reads what a person wrote. Throws where the key is another one. */
export function openCaseContent(key: Buffer, id: string, sealed: Buffer): CaseContent {
  return caseContent.parse(JSON.parse(unseal(key, sealed, sealContextOf(id)).toString()));
}
