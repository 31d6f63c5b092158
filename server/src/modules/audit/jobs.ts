import { sql } from "kysely";
import type { Database } from "../../database/database.ts";
import { failpoint } from "../../kernel/failpoints.ts";

/** Rows that one transaction seals. */
const batchSize = 5_000;
/** Batches per run, so that a stopping process does not wait for a backlog. */
const maxBatches = 20;

/**
 * Chains new audit rows and consent evidence in order until none is left. Two processes may run it at once; one of
 * them does the work.
 */
export function auditJobs(db: Database): { readonly seal_audit: () => Promise<void> } {
  const sealBatch = async () => {
    const done = await db.transaction("system", (tx) =>
      sql<{ sealed: number }>`select seal_audit(${batchSize}) as sealed`.execute(tx),
    );
    const sealed = done.rows[0]?.sealed ?? 0;
    if (sealed > 0) failpoint("audit_sealed");
    return sealed;
  };
  return {
    seal_audit: async () => {
      for (let turn = 0; turn < maxBatches && (await sealBatch()) === batchSize; turn += 1);
    },
  };
}
