import type { ConsentEvent } from "@idanimo/contract/consent";
import type { Tx } from "../../database/database.ts";
import { writeAudit } from "../audit/index.ts";
import type { ConsentDeps } from "./deps.ts";
import { findDueEscalations, findOverdueConsents, findUnreachableConsents } from "./pending-consent-store.ts";
import { transitionConsent } from "./store.ts";
import { escalate } from "./use-cases/escalate.ts";

/** Questions one round takes. */
const batchSize = 500;

export function consentJobs(deps: ConsentDeps) {
  /** Ends one question in a transaction of its own, so that one that fails holds up no other. */
  const endPending = (requestId: string, event: ConsentEvent, action: string, emitEnded: (tx: Tx) => Promise<void>) =>
    deps.db.transaction("system", async (tx) => {
      if (!(await transitionConsent(tx, requestId, "pending", event))) return;
      await writeAudit(tx, deps.ids, { actorKind: "system", action, objectId: requestId });
      await emitEnded(tx);
    });
  const runForEach = async <Found>(
    find: (tx: Tx, most: number) => Promise<readonly Found[]>,
    run: (found: Found) => Promise<void>,
  ) => {
    const failures: unknown[] = [];
    for (const found of await deps.db.transaction("system", (tx) => find(tx, batchSize)))
      await run(found).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} consents could not be moved on`);
  };
  return {
    /**
     * Ends questions whose 24 hours have passed, and those that reached nobody. The payer gets the money back where the subject
     * was not asked: the contact does not work, or our own provider took no message in time. Reading does not need this: it asks
     * the clock itself.
     */
    expire_consents: async () => {
      await runForEach(findOverdueConsents, ({ requestId, wasSent }) =>
        wasSent
          ? endPending(requestId, "deadline_passed", "consent_expired", (tx) =>
              deps.events.emit(tx, "consent_terminated", { requestId, wasGranted: false }),
            )
          : endPending(requestId, "messages_not_sent", "consent_unreachable", (tx) =>
              deps.events.emit(tx, "consent_messages_not_sent", { requestId }),
            ),
      );
      await runForEach(findUnreachableConsents, (requestId) =>
        endPending(requestId, "unreachable", "consent_unreachable", (tx) =>
          deps.events.emit(tx, "consent_unreachable", { requestId }),
        ),
      );
    },
    /** Tries the next way to everybody of whom nobody knows in time that a message arrived. */
    climb_consents: () => runForEach(findDueEscalations, (requestId) => escalate(deps, requestId)),
    /** The same for one, at once: the message before failed. */
    climb_consent: (payload: { readonly requestId: string }) => escalate(deps, payload.requestId),
  };
}
