import type { Database } from "../../database/database.ts";
import type { IdSource } from "../../kernel/ids.ts";
import { expireApprovals } from "./approvals.ts";

/** Records approvals whose time ran out; until then they are only treated as expired. */
export function approvalJobs({ db, ids }: { readonly db: Database; readonly ids: IdSource }): {
  readonly expire_approvals: () => Promise<void>;
} {
  return {
    expire_approvals: async () => {
      await db.transaction("system", (tx) => expireApprovals(tx, { ids }));
    },
  };
}
