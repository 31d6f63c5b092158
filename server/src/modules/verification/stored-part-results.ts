import * as z from "zod/mini";
import { seal, unseal } from "../../kernel/vault.ts";
import type { Attempt } from "./attempt-store.ts";
import type { PartResults, PartResult } from "./lookup-plan.ts";

const sealContextOf = (attemptId: string) => ({ table: "lookup_attempts", id: attemptId, field: "response_sealed" });

/** Seals the record of a part with the request's key, until the item settles. */
export function sealPartRecord(key: Buffer, attemptId: string, record: unknown): Buffer {
  return seal(key, Buffer.from(JSON.stringify(record)), sealContextOf(attemptId));
}

/**
 * Opens the results of the parts so far; undefined if one is no longer available, so that the lookup cannot
 * continue.
 */
export function openPartResults(key: Buffer, attempts: readonly Attempt[]): PartResults | undefined {
  const results = new Map<string, PartResult>();
  for (const { id, part, result, answerSealed } of attempts) {
    if (result === "not_accepted") continue;
    if (result === "not_found") results.set(part, { kind: "not_found" });
    else if (result === "found" && answerSealed)
      results.set(part, { kind: "found", record: openPartRecord(key, id, answerSealed) });
    else return undefined;
  }
  return results;
}

const openPartRecord = (key: Buffer, attemptId: string, sealed: Buffer): unknown =>
  z.unknown().parse(JSON.parse(unseal(key, sealed, sealContextOf(attemptId)).toString()));
