import { sql } from "kysely";
import type { Database } from "../../database/database.ts";

/** Chains new audit rows in their order. Two processes may both try; one of them does it. */
export function auditJobs(db: Database): { readonly seal_audit: () => Promise<void> } {
  return {
    seal_audit: async () => {
      await db.transaction("system", (tx) => sql`select seal_audit()`.execute(tx));
    },
  };
}
