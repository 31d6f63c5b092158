import { writeAudit } from "../audit/index.ts";
import type { ConsentDeps } from "./deps.ts";
import { moveConsent, unanswered } from "./store.ts";

/** Questions one transaction ends. */
const atOnce = 100;

export function consentJobs(deps: ConsentDeps) {
  return {
    /** Ends questions whose 24 hours have passed. Reading does not need this: it asks the clock itself. */
    expire_consents: async () => {
      for (;;) {
        const ended = await deps.db.transaction("system", async (tx) => {
          const over = await unanswered(tx, atOnce);
          for (const requestId of over) {
            if (!(await moveConsent(tx, requestId, "pending", "deadline_passed"))) continue;
            await writeAudit(tx, deps.ids, { actorKind: "system", action: "consent_expired", objectId: requestId });
            await deps.events.emit(tx, "consent_terminated", { requestId, wasGranted: false });
          }
          return over.length;
        });
        if (ended < atOnce) return;
      }
    },
  };
}
