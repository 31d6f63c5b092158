import type { AccountDeps } from "./deps.ts";
import { deleteOldDevices } from "./known-devices.ts";
import { deleteExpiredTokens } from "./mailed-token-store.ts";
import { deleteExpiredTicketsAndChallenges } from "./second-factor/store.ts";
import { deleteOldSessions } from "./session-store.ts";
import { deleteExpiredNonces } from "./social/store.ts";
import { deleteRegistrations, deleteExpiredCaptchasAndLimits, findExpiredRegistrations } from "./store.ts";

/** How many sign-ups one step forgets. */
const batchSize = 500;

/** The module's jobs by the names the queue knows them by. Each is safe to repeat and to run twice at once. */
export function accountJobs(deps: Pick<AccountDeps, "db" | "keys">): {
  readonly forget_registrations: () => Promise<void>;
} {
  return {
    forget_registrations: async () => {
      let ids: readonly string[];
      do {
        ids = await findExpiredRegistrations(deps.db.single, batchSize);
        await deps.keys.destroy(ids); // first the key: then old backups of the row are dead too
        await deleteRegistrations(deps.db.single, ids);
      } while (ids.length === batchSize);
      await deleteExpiredCaptchasAndLimits(deps.db.single);
      await deleteOldSessions(deps.db.single);
      await deleteExpiredTicketsAndChallenges(deps.db.single);
      await deleteExpiredNonces(deps.db.single);
      await deleteExpiredTokens(deps.db.single);
      await deleteOldDevices(deps.db.single);
    },
  };
}
