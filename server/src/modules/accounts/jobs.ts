import { deleteExpiredRateLimits } from "../../http/shared-rate-limits.ts";
import type { AccountDeps } from "./deps.ts";
import { deleteOldDevices } from "./known-devices.ts";
import { deleteExpiredTokens } from "./mailed-token-store.ts";
import { deleteExpiredTicketsAndChallenges } from "./second-factor/store.ts";
import { deleteOldSessions } from "./session-store.ts";
import { deleteExpiredNonces } from "./social/store.ts";
import { deleteRegistrations, deleteExpiredCaptchas, findExpiredRegistrations } from "./store.ts";

/** Sign-ups deleted per batch. */
const batchSize = 500;

/** Job handlers by their names in the queue. Each is idempotent and may run twice at once. */
export function accountJobs(deps: Pick<AccountDeps, "db" | "keys">): {
  readonly forget_registrations: () => Promise<void>;
} {
  return {
    forget_registrations: async () => {
      let ids: readonly string[];
      do {
        ids = await findExpiredRegistrations(deps.db.single, batchSize);
        await deps.keys.destroy(ids); // the key first: it makes old backups of the row unreadable too
        await deleteRegistrations(deps.db.single, ids);
      } while (ids.length === batchSize);
      await deleteExpiredCaptchas(deps.db.single);
      await deleteExpiredRateLimits(deps.db.single);
      await deleteOldSessions(deps.db.single);
      await deleteExpiredTicketsAndChallenges(deps.db.single);
      await deleteExpiredNonces(deps.db.single);
      await deleteExpiredTokens(deps.db.single);
      await deleteOldDevices(deps.db.single);
    },
  };
}
