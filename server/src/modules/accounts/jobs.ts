import type { AccountDeps } from "./deps.ts";
import { deleteOldDevices } from "./devices.ts";
import { deleteEndedTokens } from "./mailed-token-store.ts";
import { deleteEndedSteps } from "./second-factor/store.ts";
import { deleteOldSignIns } from "./sign-in-store.ts";
import { deleteSpentNonces } from "./social/store.ts";
import { deleteRegistrations, deleteSpentCaptchas, findForgettable } from "./store.ts";

/** How many sign-ups one step forgets. */
const atOnce = 500;

/** The module's jobs by the names the queue knows them by. Each is safe to repeat and to run twice at once. */
export function accountJobs(deps: Pick<AccountDeps, "db" | "keys">): {
  readonly forget_registrations: () => Promise<void>;
} {
  return {
    forget_registrations: async () => {
      let ids: readonly string[];
      do {
        ids = await findForgettable(deps.db.single, atOnce);
        await deps.keys.destroy(ids); // first the key: then old backups of the row are dead too
        await deleteRegistrations(deps.db.single, ids);
      } while (ids.length === atOnce);
      await deleteSpentCaptchas(deps.db.single);
      await deleteOldSignIns(deps.db.single);
      await deleteEndedSteps(deps.db.single);
      await deleteSpentNonces(deps.db.single);
      await deleteEndedTokens(deps.db.single);
      await deleteOldDevices(deps.db.single);
    },
  };
}
