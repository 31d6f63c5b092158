import type { ConsentEvent } from "@idanimo/contract/consent";
import type { Tx } from "../../database/database.ts";
import { writeAudit } from "../audit/index.ts";
import type { ConsentDeps } from "./deps.ts";
import { dueSteps, unanswered, unreachable } from "./question-store.ts";
import { moveConsent } from "./store.ts";
import { climb } from "./use-cases/climb.ts";

/** Questions one round takes. */
const atOnce = 500;

export function consentJobs(deps: ConsentDeps) {
  /** Ends one question in a transaction of its own, so that one that fails holds up no other. */
  const end = (requestId: string, event: ConsentEvent, action: string, tell: (tx: Tx) => Promise<void>) =>
    deps.db.transaction("system", async (tx) => {
      if (!(await moveConsent(tx, requestId, "pending", event))) return;
      await writeAudit(tx, deps.ids, { actorKind: "system", action, objectId: requestId });
      await tell(tx);
    });
  const each = async <Found>(
    find: (tx: Tx, most: number) => Promise<readonly Found[]>,
    one: (found: Found) => Promise<void>,
  ) => {
    const failures: unknown[] = [];
    for (const found of await deps.db.transaction("system", (tx) => find(tx, atOnce)))
      await one(found).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} consents could not be moved on`);
  };
  return {
    /**
     * Ends questions whose 24 hours have passed, and those that reached nobody. The payer gets the money back where the subject
     * was not asked: the contact does not work, or our own provider took no message in time. Reading does not need this: it asks
     * the clock itself.
     */
    expire_consents: async () => {
      await each(unanswered, ({ requestId, wasSent }) =>
        wasSent
          ? end(requestId, "deadline_passed", "consent_expired", (tx) =>
              deps.events.emit(tx, "consent_terminated", { requestId, wasGranted: false }),
            )
          : end(requestId, "messages_not_sent", "consent_unreachable", (tx) =>
              deps.events.emit(tx, "consent_messages_not_sent", { requestId }),
            ),
      );
      await each(unreachable, (requestId) =>
        end(requestId, "unreachable", "consent_unreachable", (tx) =>
          deps.events.emit(tx, "consent_unreachable", { requestId }),
        ),
      );
    },
    /** Tries the next way to everybody of whom nobody knows in time that a message arrived. */
    climb_consents: () => each(dueSteps, (requestId) => climb(deps, requestId)),
    /** The same for one, at once: the message before failed. */
    climb_consent: (payload: { readonly requestId: string }) => climb(deps, payload.requestId),
  };
}
