import type { ConsentEvent } from "@idanimo/contract/consent";
import type { Tx } from "../../database/database.ts";
import { writeAudit } from "../audit/index.ts";
import type { ConsentDeps } from "./deps.ts";
import { findDueEscalations, findOverdueConsents, findUnreachableConsents } from "./pending-consent-store.ts";
import { transitionConsent } from "./store.ts";
import { escalate } from "./use-cases/escalate.ts";

/** Consents per run. */
const batchSize = 500;

export function consentJobs(deps: ConsentDeps) {
  /** Ends one pending consent in its own transaction, so that a failure does not block the others. */
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
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} consents could not be processed`);
  };
  return {
    /**
     * Ends pending consents whose deadline has passed or whose messages all failed. The payer gets a refund if the
     * subject received no message: the contact does not work, or our provider sent none in time. Reads do not
     * depend on this job; they check the deadline themselves.
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
    /** Sends the next message for consents whose last message was not confirmed as delivered in time. */
    escalate_consents: () => runForEach(findDueEscalations, (requestId) => escalate(deps, requestId)),
    /** The same for one consent, immediately after its last message failed. */
    escalate_consent: (payload: { readonly requestId: string }) => escalate(deps, payload.requestId),
  };
}
