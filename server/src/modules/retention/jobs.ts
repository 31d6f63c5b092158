import { forgetLeftAskers } from "../accounts/index.ts";
import { forgetOldCases } from "../consent/index.ts";
import { deleteOldRows } from "./old-rows.ts";
import { type PurgeDeps, purging } from "./purge.ts";

/** What makes personal values go away, and rows that have served. Source: design 2, T-51. */
export function retentionJobs(deps: PurgeDeps) {
  const purge = purging(deps);
  return {
    /** One request, at once: denied, taken back, or over. */
    purge: (payload: { readonly requestId: string }) => purge.one(payload.requestId),
    /** Everything whose time has come. */
    purge_due: () => purge.all(),
    /** Rows that only served a while, what people wrote to us, and who asked about them and left. */
    forget_old_rows: async () => {
      await deps.db.transaction("system", deleteOldRows);
      await forgetOldCases(deps);
      await forgetLeftAskers(deps);
    },
  };
}
