import { purgeClosedRequesters } from "../accounts/index.ts";
import { eraseExpiredCases } from "../consent/index.ts";
import { deleteExpiredRows } from "./expired-rows.ts";
import { type PurgeDeps, createPurger } from "./purge.ts";

/** What makes personal values go away, and rows that have served. Source: design 2, T-51. */
export function retentionJobs(deps: PurgeDeps) {
  const purger = createPurger(deps);
  return {
    /** One request, at once: denied, taken back, or over. */
    purge: (payload: { readonly requestId: string }) => purger.purgeRequest(payload.requestId),
    /** Everything whose time has come. */
    purge_due: () => purger.purgeAllDue(),
    /** Rows that only served a while, what people wrote to us, and who asked about them and left. */
    forget_old_rows: async () => {
      await deps.db.transaction("system", deleteExpiredRows);
      await eraseExpiredCases(deps);
      await purgeClosedRequesters(deps);
    },
  };
}
