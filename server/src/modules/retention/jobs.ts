import { purgeClosedRequesters } from "../consent/index.ts";
import { eraseExpiredCases } from "../subject-portal/index.ts";
import { deleteExpired } from "./expired-rows.ts";
import { type PurgeDeps, createPurger } from "./purge.ts";

/** Jobs that erase personal values and delete expired rows [T-51]. */
export function retentionJobs(deps: PurgeDeps) {
  const purger = createPurger(deps);
  return {
    /** Purges one request at once: consent denied, withdrawn or expired. */
    purge: (payload: { readonly requestId: string }) => purger.purgeRequest(payload.requestId),
    /** Purges all requests that are due. */
    purge_due: () => purger.purgeAllDue(),
    /** Deletes expired rows, and erases expired cases and closed accounts' details. */
    delete_expired_rows: async () => {
      await deps.db.transaction("system", deleteExpired);
      await eraseExpiredCases(deps);
      await purgeClosedRequesters(deps);
    },
  };
}
