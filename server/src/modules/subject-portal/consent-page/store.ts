import { type RecordPart, selectRecordParts } from "@idanimo/contract/record-parts";
import { sql } from "kysely";
import type { Tx } from "../../../database/database.ts";
import { isLanguage, type Language, type ContactKind } from "../../consent/index.ts";
import { type Decision, decisions } from "./rules.ts";

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

/** How a decision was made [CL-09]. */
export type DecisionFacts = {
  readonly way: "sms" | "mail" | "page" | null;
  readonly textVersion: string | null;
  readonly language: Language | null;
  /** What was offered and chosen; undefined in evidence from before parts were recorded. */
  readonly parts: { readonly offered: readonly RecordPart[]; readonly chosen: readonly RecordPart[] } | undefined;
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
  /** The deadline passed without an answer. */
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
    .select([
      "id",
      "event",
      "channel",
      "at",
      "text_version",
      "language",
      "parts_offered",
      "parts_chosen",
      "rule_version",
    ])
    .where("request_id", "=", requestId)
    .where("event", "in", decisions)
    .orderBy("at")
    .orderBy("id")
    .execute();
  return rows.flatMap((row) => {
    const decision = decisions.find((known) => known === row.event);
    if (!decision) return [];
    return [{ id: row.id, decision, at: row.at, ...toDecisionFacts(row) }];
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

/** The columns of evidence that describe how a decision was made. */
export type DecisionColumns = {
  readonly channel: "sms" | "mail" | "page" | null;
  readonly text_version: string | null;
  readonly language: string | null;
  readonly parts_offered: readonly string[];
  readonly parts_chosen: readonly string[];
  readonly rule_version: string | null;
};

export const toDecisionFacts = (row: DecisionColumns): DecisionFacts => ({
  way: row.channel,
  textVersion: row.text_version,
  language: isLanguage(row.language) ? row.language : null,
  parts:
    row.rule_version === null
      ? undefined
      : { offered: selectRecordParts(row.parts_offered), chosen: selectRecordParts(row.parts_chosen) },
});

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

/** Finds the contact hash of a request; null if the subject index no longer has it. */
export async function findContactHash(tx: Tx, requestId: string, kind: ContactKind): Promise<Buffer | null> {
  const row = await tx
    .selectFrom("subject_index")
    .select("contact_hash")
    .where("request_id", "=", requestId)
    .where("kind", "=", kind)
    .executeTakeFirst();
  return row?.contact_hash ?? null;
}
