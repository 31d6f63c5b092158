import { type Answer, answers, type NamePart, namePartIds } from "@idanimo/contract/answers";
import * as z from "zod/mini";
import type { Database } from "../../database/database.ts";
import type { KeyStore } from "../../database/key-store.ts";
import { findOpenConsents } from "../consent/index.ts";
import { openPieces } from "./record.ts";
import { findAnswerPieces } from "./store.ts";

/** An answer as its subject may see it. */
export type SubjectAnswer = {
  readonly answer: Answer;
  /** The typed parts that differ from the record; known until the subject decides. */
  readonly differing: readonly NamePart[];
};

const storedAnswer = z.object({ answer: z.enum(answers), differing: z.optional(z.string()) });

/**
 * Reads answers for their subjects, before the decision and while consent is granted. Writes nothing and grants
 * nothing; a request that is over has none [AO-04 AO-10].
 */
export async function readSubjectAnswers(
  { db, keys }: { readonly db: Database; readonly keys: KeyStore },
  requestIds: readonly string[],
): Promise<ReadonlyMap<string, SubjectAnswer>> {
  if (requestIds.length === 0) return new Map();
  const { consents, found } = await db.transaction("system", async (tx) => ({
    consents: await findOpenConsents(tx, requestIds),
    found: await findAnswerPieces(tx, requestIds),
  }));
  const open = await keys.findAll(found.map(({ piece }) => piece.keyId));
  const byRequest = Map.groupBy(found, ({ requestId }) => requestId);
  return new Map(
    [...byRequest].flatMap(([requestId, pieces]) => {
      const consent = consents.get(requestId);
      // what the answer depends on is about to be deleted after a grant
      const shown = pieces.flatMap(({ piece }) =>
        consent?.isGranted && !piece.parts.includes("answer") ? [] : [piece],
      );
      const record = consent && openPieces(open, consent.searchType, shown);
      if (!record) return [];
      const { answer, differing = "" } = storedAnswer.parse(record);
      const parts = differing.split(" ");
      return [[requestId, { answer, differing: namePartIds.filter((part) => parts.includes(part)) }] as const];
    }),
  );
}
