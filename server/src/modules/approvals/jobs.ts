import type { Database, Tx } from "../../database/database.ts";
import type { IdSource } from "../../kernel/ids.ts";
import { expireApprovals } from "./approvals.ts";

/** A member's act whose time to be approved ran out. */
export type ExpiredApproval = { readonly id: string; readonly kind: string; readonly organisationId: string };

/** Records approvals whose time ran out; until then they are only treated as expired. */
export function approvalJobs({
  db,
  ids,
  onExpired,
}: {
  readonly db: Database;
  readonly ids: IdSource;
  /** What follows for a member's act, in the same transaction. */
  readonly onExpired?: (tx: Tx, approval: ExpiredApproval) => Promise<void>;
}): {
  readonly expire_approvals: () => Promise<void>;
} {
  return {
    expire_approvals: async () => {
      await db.transaction("system", async (tx) => {
        for (const { id, kind, organisationId } of await expireApprovals(tx, { ids }))
          if (organisationId !== null) await onExpired?.(tx, { id, kind, organisationId });
      });
    },
  };
}
