import type { Database, Tx } from "../../database/database.ts";
import type { IdSource } from "../../kernel/ids.ts";
import { expireApprovals } from "./approvals.ts";

/** Records approvals whose time ran out; until then they are only treated as expired. */
export function approvalJobs({
  db,
  ids,
  onExpired,
}: {
  readonly db: Database;
  readonly ids: IdSource;
  /** What follows for a member's act, in the same transaction. */
  readonly onExpired?: (tx: Tx, approval: { readonly id: string; readonly organisationId: string }) => Promise<void>;
}): {
  readonly expire_approvals: () => Promise<void>;
} {
  return {
    expire_approvals: async () => {
      await db.transaction("system", async (tx) => {
        for (const { id, organisationId } of await expireApprovals(tx, { ids }))
          if (organisationId !== null) await onExpired?.(tx, { id, organisationId });
      });
    },
  };
}
