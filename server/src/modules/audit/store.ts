import type { Tx } from "../../database/database.ts";
import type { IdSource } from "../../kernel/ids.ts";

export type AuditEntry = {
  readonly actorKind: "visitor" | "user" | "subject" | "operator" | "system";
  readonly actorId?: string;
  /** What was done, in snake_case. */
  readonly action: string;
  /** The request, purchase, payment or account it was done to. */
  readonly objectId?: string;
  /** Codes and ids only: never a personal value. */
  readonly reason?: string;
};

/** Writes one audit row in the transaction of what it tells. A job seals it into the chain. */
export const writeAudit = (tx: Tx, ids: IdSource, entry: AuditEntry): Promise<void> => writeAudits(tx, ids, [entry]);

/** The same for several at once. */
export async function writeAudits(tx: Tx, ids: IdSource, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await tx
    .insertInto("audit_log")
    .values(
      entries.map((entry) => ({
        id: ids.row(),
        actor_kind: entry.actorKind,
        actor_id: entry.actorId ?? null,
        action: entry.action,
        object_id: entry.objectId ?? null,
        reason: entry.reason ?? "",
      })),
    )
    .execute();
}
