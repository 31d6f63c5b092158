import { sql } from "kysely";
import type { Tx } from "../../../database/database.ts";
import { findSealedEntry, hasAuditEntry } from "../../audit/index.ts";
import { countDeniedRequests, type DecisionFacts, findEvidence, findPurgeTime } from "../../consent/index.ts";
import { type Decision, decisions, type UndecidedEnd } from "./rules.ts";

/** Queries of what the subject's page shows besides the consent itself. */

/** Counting stops here; the page then says "more than". */
export const countLimit = 999;

/** A decision of the subject, with its evidence. */
export type DecisionProof = DecisionFacts & {
  /** Id of the evidence row. */
  readonly id: string;
  readonly decision: Decision;
  readonly at: Date;
};

/** When the result was deleted, and where the audit log records it. */
export type DeletionProof = {
  readonly at: Date;
  /** Id of the audit row; undefined if the result was purged before purges were audited. */
  readonly entry: string | undefined;
  /** Position in the audit chain and its hash; undefined until the row is sealed. */
  readonly seal: { readonly position: string; readonly hash: Buffer } | undefined;
};

/** The subject's report of this request. */
export type MisuseCase = { readonly reference: string; readonly dueAt: Date; readonly answeredAt: Date | null };

export type LinkFacts = {
  /** How many of the requester's other requests subjects denied and reported; each stops at `countLimit + 1`. */
  readonly requesterCounts: { readonly refused: number; readonly reported: number };
  readonly proofs: readonly DecisionProof[];
  readonly deletion: DeletionProof | undefined;
  readonly misuse: MisuseCase | undefined;
  /** How it ended without a decision; undefined if it did not. */
  readonly undecidedEnd: UndecidedEnd | undefined;
};

async function countRequesterHistory(
  tx: Tx,
  { ownerId, requestId }: { readonly ownerId: string; readonly requestId: string },
): Promise<LinkFacts["requesterCounts"]> {
  const most = countLimit + 1;
  const found = await sql<{ refused: number; reported: number }>`
    select ${countDeniedRequests(ownerId, requestId, most)} as refused,
      (select count(*)::int from (select from subject_cases where owner_id = ${ownerId} and kind = 'misuse' and request_id is distinct from ${requestId}::uuid limit ${most}) m) as reported`.execute(
    tx,
  );
  return found.rows[0] ?? { refused: 0, reported: 0 };
}

async function findDecisionProofs(tx: Tx, requestId: string): Promise<readonly DecisionProof[]> {
  const recorded = await findEvidence(tx, requestId, decisions);
  return recorded.flatMap(({ event, ...proof }) => {
    const decision = decisions.find((known) => known === event);
    return decision ? [{ ...proof, decision }] : [];
  });
}

async function findDeletion(tx: Tx, requestId: string): Promise<DeletionProof | undefined> {
  const at = await findPurgeTime(tx, requestId);
  if (!at) return undefined;
  const entry = await findSealedEntry(tx, requestId, "purged");
  return { at, entry: entry?.id, seal: entry?.seal };
}

export async function findMisuseCase(tx: Tx, requestId: string): Promise<MisuseCase | undefined> {
  const row = await tx
    .selectFrom("subject_cases")
    .select(["reference", "due_at", "answered_at"])
    .where("request_id", "=", requestId)
    .where("kind", "=", "misuse")
    .executeTakeFirst();
  return row && { reference: row.reference, dueAt: row.due_at, answeredAt: row.answered_at };
}

async function findUndecidedEnd(tx: Tx, requestId: string): Promise<UndecidedEnd | undefined> {
  if (await hasAuditEntry(tx, requestId, "consent_cancelled")) return "cancelled";
  return (await hasAuditEntry(tx, requestId, "consent_expired")) ? "unanswered" : undefined;
}

export const findLinkFacts = async (
  tx: Tx,
  of: { readonly requestId: string; readonly ownerId: string },
): Promise<LinkFacts> => ({
  requesterCounts: await countRequesterHistory(tx, of),
  proofs: await findDecisionProofs(tx, of.requestId),
  deletion: await findDeletion(tx, of.requestId),
  misuse: await findMisuseCase(tx, of.requestId),
  undecidedEnd: await findUndecidedEnd(tx, of.requestId),
});
