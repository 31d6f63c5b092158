import { type RecordPart, selectRecordParts } from "@idanimo/contract/record-parts";
import type { Tx } from "../../database/database.ts";
import { isLanguage, type Language } from "./language.ts";

/** Queries and rows of the evidence of consents. */

/** Evidence of a request or decision, without any of the subject's data. A job seals it into the audit chain [CL-09]. */
export type Evidence = {
  readonly id: string;
  readonly requestId: string;
  readonly ownerId: string;
  readonly event: string;
  readonly channel: "sms" | "mail" | "page" | null;
  readonly textVersion: string | null;
  readonly codeHash: Buffer | null;
  /** Language of the copy that the subject read; null if it was none of ours. */
  readonly language: Language | null;
  /** The required and the optional parts. */
  readonly offered: readonly RecordPart[];
  /** The parts that the decision opened. */
  readonly chosen: readonly RecordPart[];
  readonly ruleVersion: string | null;
};

export async function insertEvidence(tx: Tx, ...all: readonly Evidence[]): Promise<void> {
  if (all.length === 0) return;
  await tx
    .insertInto("consent_evidence")
    .values(
      all.map((made) => ({
        id: made.id,
        request_id: made.requestId,
        owner_id: made.ownerId,
        event: made.event,
        channel: made.channel,
        text_version: made.textVersion,
        code_hash: made.codeHash,
        language: made.language,
        parts_offered: [...made.offered],
        parts_chosen: [...made.chosen],
        rule_version: made.ruleVersion,
      })),
    )
    .execute();
}

/** How a decision was made [CL-09]. */
export type DecisionFacts = {
  readonly way: "sms" | "mail" | "page" | null;
  readonly textVersion: string | null;
  readonly language: Language | null;
  /** What was offered and chosen; undefined in evidence from before parts were recorded. */
  readonly parts: { readonly offered: readonly RecordPart[]; readonly chosen: readonly RecordPart[] } | undefined;
};

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

/** The columns that `toDecisionFacts` reads. */
export const decisionColumns = [
  "channel",
  "text_version",
  "language",
  "parts_offered",
  "parts_chosen",
  "rule_version",
] as const satisfies readonly (keyof DecisionColumns)[];

export type RecordedEvent = DecisionFacts & {
  /** Id of the evidence row. */
  readonly id: string;
  readonly event: string;
  readonly at: Date;
};

/** Finds the evidence of these events of a request, oldest first. */
export async function findEvidence(
  tx: Tx,
  requestId: string,
  events: readonly string[],
): Promise<readonly RecordedEvent[]> {
  const rows = await tx
    .selectFrom("consent_evidence")
    .select(["id", "event", "at", ...decisionColumns])
    .where("request_id", "=", requestId)
    .where("event", "in", events)
    .orderBy("at")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ id: row.id, event: row.event, at: row.at, ...toDecisionFacts(row) }));
}
