import { sql } from "kysely";
import type { Tx } from "../../../database/database.ts";
import type { ContactKind } from "../subject-store.ts";
import { type Decision, decisions } from "./rules.ts";

/** What the subject's page shows beside the consent itself. Queries and rows, nothing decided. */

/** Counting stops here: the page then says "more". */
export const countLimit = 999;

/** What a person decided, with its proof. */
export type DecisionProof = {
  /** Names the row of the evidence. */
  readonly id: string;
  readonly decision: Decision;
  readonly way: "sms" | "mail" | "page" | null;
  readonly at: Date;
};

/** That what was fetched is deleted: when, and where the log says so. */
export type DeletionProof = {
  readonly at: Date;
  /** Names the row of the log; undefined where it was purged before the log had one. */
  readonly entry: string | undefined;
  /** Its place in the chain, and the hash that stands there; undefined until it is sealed. */
  readonly seal: { readonly position: string; readonly hash: Buffer } | undefined;
};

/** That the person reported this request. */
export type MisuseCase = { readonly reference: string; readonly dueAt: Date; readonly answeredAt: Date | null };

export type LinkFacts = {
  /** Others of the asker's requests that people refused, and that people reported; each at most one more than is counted. */
  readonly requesterCounts: { readonly refused: number; readonly reported: number };
  /** Oldest first. */
  readonly proofs: readonly DecisionProof[];
  readonly deletion: DeletionProof | undefined;
  readonly misuse: MisuseCase | undefined;
  /** Its time passed, and nobody had answered. */
  readonly isUnanswered: boolean;
};

async function countRequesterHistory(
  tx: Tx,
  { ownerId, requestId }: { readonly ownerId: string; readonly requestId: string },
): Promise<LinkFacts["requesterCounts"]> {
  const most = countLimit + 1;
  const found = await sql<{ refused: number; reported: number }>`
    select (select count(*)::int from (select from consents where owner_id = ${ownerId} and state = 'denied' and request_id <> ${requestId} limit ${most}) d) as refused,
      (select count(*)::int from (select from subject_cases where owner_id = ${ownerId} and kind = 'misuse' and request_id is distinct from ${requestId}::uuid limit ${most}) m) as reported`.execute(
    tx,
  );
  return found.rows[0] ?? { refused: 0, reported: 0 };
}

async function findDecisionProofs(tx: Tx, requestId: string): Promise<readonly DecisionProof[]> {
  const rows = await tx
    .selectFrom("consent_evidence")
    .select(["id", "event", "channel", "at"])
    .where("request_id", "=", requestId)
    .where("event", "in", decisions)
    .orderBy("at")
    .orderBy("id")
    .execute();
  return rows.flatMap(({ id, event, channel, at }) => {
    const decision = decisions.find((known) => known === event);
    return decision ? [{ id, decision, way: channel, at }] : [];
  });
}

async function findDeletion(tx: Tx, requestId: string): Promise<DeletionProof | undefined> {
  const row = await tx
    .selectFrom("verification_requests as r")
    .leftJoin("audit_log as l", (join) => join.onRef("l.object_id", "=", "r.id").on("l.action", "=", "purged"))
    .leftJoin("audit_seals as s", "s.audit_id", "l.id")
    .select(["r.purged_at", "l.id as entry", "s.position", "s.hash"])
    .where("r.id", "=", requestId)
    .orderBy("l.at")
    .limit(1)
    .executeTakeFirst();
  if (!row?.purged_at) return undefined;
  const seal =
    row.position !== null && row.hash !== null ? { position: String(row.position), hash: row.hash } : undefined;
  return { at: row.purged_at, entry: row.entry ?? undefined, seal };
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

async function isExpired(tx: Tx, requestId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("audit_log")
    .select("id")
    .where("object_id", "=", requestId)
    .where("action", "=", "consent_expired")
    .executeTakeFirst();
  return row !== undefined;
}

export const findLinkFacts = async (
  tx: Tx,
  of: { readonly requestId: string; readonly ownerId: string },
): Promise<LinkFacts> => ({
  requesterCounts: await countRequesterHistory(tx, of),
  proofs: await findDecisionProofs(tx, of.requestId),
  deletion: await findDeletion(tx, of.requestId),
  misuse: await findMisuseCase(tx, of.requestId),
  isUnanswered: await isExpired(tx, of.requestId),
});

/** One of the contacts by which the person is known, where somebody may still ask by it. */
export async function findContactHash(tx: Tx, requestId: string, kind: ContactKind): Promise<Buffer | null> {
  const row = await tx
    .selectFrom("subject_index")
    .select("contact_hash")
    .where("request_id", "=", requestId)
    .where("kind", "=", kind)
    .executeTakeFirst();
  return row?.contact_hash ?? null;
}
