import { startOfLagosDay } from "@idanimo/contract/date-format";
import { sql } from "kysely";
import type { Tx } from "../../database/database.ts";
import { type Cursor, encodeCursor } from "../../kernel/cursor.ts";
import type { AuditEntry } from "./store.ts";

type AuditFilter = {
  /** An operator's id, unless `actorKind` is another one. */
  readonly actorId?: string | undefined;
  readonly actorKind?: AuditEntry["actorKind"] | undefined;
  readonly action?: string | undefined;
  readonly objectId?: string | undefined;
  /** Days in Lagos, both included: `2026-11-28`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

/** A page of the audit log, newest first, each row with its cursor. */
export async function findAuditPage(
  tx: Tx,
  { actorId, actorKind, action, objectId, from, to }: AuditFilter,
  { after, limit }: { readonly after: Cursor | undefined; readonly limit: number },
) {
  const rows = await tx
    .selectFrom("audit_log")
    .select(["id", "at", "actor_kind as actorKind", "actor_id as actorId", "action", "object_id as objectId", "reason"])
    .select(sql<string>`at::text`.as("atText"))
    .$if(actorId !== undefined, (query) => query.where("actor_id", "=", actorId ?? null))
    // the index of operators' rows needs this condition
    .$if(actorKind !== undefined || actorId !== undefined, (query) =>
      query.where("actor_kind", "=", actorKind ?? "operator"),
    )
    .$if(action !== undefined, (query) => query.where("action", "=", action ?? ""))
    .$if(objectId !== undefined, (query) => query.where("object_id", "=", objectId ?? null))
    .$if(from !== undefined, (query) => query.where("at", ">=", new Date(startOfLagosDay(from ?? "", 0))))
    .$if(to !== undefined, (query) => query.where("at", "<", new Date(startOfLagosDay(to ?? "", 1))))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(at, id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ atText, ...row }) => ({ ...row, cursor: encodeCursor(atText, row.id) }));
}

/** The newest seal of the chain, to compare with a copy. */
export const findNewestSeal = (tx: Tx): Promise<{ readonly position: bigint; readonly hash: Buffer } | undefined> =>
  tx.selectFrom("audit_seals").select(["position", "hash"]).orderBy("position", "desc").limit(1).executeTakeFirst();
