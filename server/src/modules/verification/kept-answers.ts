import * as z from "zod/mini";
import { seal, unseal } from "../../kernel/vault.ts";
import type { Attempt } from "./attempt-store.ts";
import type { Answered, PartAnswer } from "./look-up.ts";

const placeOf = (attemptId: string) => ({ table: "lookup_attempts", id: attemptId, field: "answer_sealed" });

/** Seals what a part found with the request's key, until the item settles. */
export function sealAnswer(key: Buffer, attemptId: string, record: unknown): Buffer {
  return seal(key, Buffer.from(JSON.stringify(record)), placeOf(attemptId));
}

/** What the parts were answered so far; undefined where an answer is no longer there, so that nobody can go on. */
export function answersIn(key: Buffer, attempts: readonly Attempt[]): Answered | undefined {
  const answered = new Map<string, PartAnswer>();
  for (const { id, part, result, answerSealed } of attempts) {
    if (result === "not_taken") continue;
    if (result === "not_found") answered.set(part, { kind: "not_found" });
    else if (result === "found" && answerSealed)
      answered.set(part, { kind: "found", record: openAnswer(key, id, answerSealed) });
    else return undefined;
  }
  return answered;
}

const openAnswer = (key: Buffer, attemptId: string, sealed: Buffer): unknown =>
  z.unknown().parse(JSON.parse(unseal(key, sealed, placeOf(attemptId)).toString()));
