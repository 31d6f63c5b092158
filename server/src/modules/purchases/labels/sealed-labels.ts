import { labelWords } from "@idanimo/contract/request-label";
import { seal, unseal, type Vault } from "../../../kernel/vault.ts";

/**
 * Labels are sealed with the key of the account that typed them, because they outlive the request's key: the requester
 * must recognise a request that failed or expired.
 */

const sealContextOf = (requestId: string) => ({ table: "request_labels", id: requestId, field: "label_sealed" });

export const sealLabel = (accountKey: Buffer, requestId: string, label: string): Buffer =>
  seal(accountKey, Buffer.from(label), sealContextOf(requestId));

export const openLabel = (accountKey: Buffer, requestId: string, sealed: Buffer): string =>
  unseal(accountKey, sealed, sealContextOf(requestId)).toString();

/** Beginnings of a word that a search finds, in characters; longer ones only as the complete word. */
const beginningLengths = { min: 2, max: 12 } as const;

/** Keyed hashes of a label's words and of their beginnings. Rows of different accounts never match. */
export function labelHashesOf(vault: Vault, ownerId: string, label: string): readonly Buffer[] {
  const beginnings = labelWords(label).flatMap((word) => {
    const letters = [...word];
    const lengths = letters.map((_, at) => at + 1).filter((length) => length <= beginningLengths.max);
    return [
      word,
      ...lengths.filter((length) => length >= beginningLengths.min).map((length) => letters.slice(0, length).join("")),
    ];
  });
  return hashesOf(vault, ownerId, beginnings);
}

/** Keyed hashes of the words of a search text: a label must have all of them, the longest one first. */
export const searchHashesOf = (vault: Vault, ownerId: string, typed: string): readonly Buffer[] =>
  hashesOf(
    vault,
    ownerId,
    labelWords(typed).toSorted((left, right) => right.length - left.length),
  );

const hashesOf = (vault: Vault, ownerId: string, words: readonly string[]) =>
  [...new Set(words)].map((word) => vault.indexHash(`label ${ownerId}`, word));
