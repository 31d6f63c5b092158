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
export async function writeAudit(tx: Tx, ids: IdSource, entry: AuditEntry): Promise<void> {
  await tx
    .insertInto("audit_log")
    .values({
      id: ids.row(),
      actor_kind: entry.actorKind,
      actor_id: entry.actorId ?? null,
      action: entry.action,
      object_id: entry.objectId ?? null,
      reason: entry.reason ?? "",
    })
    .execute();
}
