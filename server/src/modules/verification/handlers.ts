import type { Tx } from "../../database/database.ts";
import { tellOwner } from "../../database/live.ts";
import { findConsent } from "../consent/index.ts";
import { leaveOut } from "../results/index.ts";
import type { VerificationDeps } from "./deps.ts";
import { endItem, tellWithdrawn } from "./end-item.ts";
import { purgeNow } from "./purge-now.ts";
import { findRequest, setPurgeDue } from "./store.ts";

/** What follows for a request when its subject was asked, answered, or let the time pass. Registered in `main.ts`. */
export function onConsentEvents(deps: VerificationDeps): void {
  const withRequest = async (tx: Tx, id: string) => {
    const request = await findRequest(tx, id);
    if (!request) throw new Error(`consent of a request that is not there: ${id}`);
    return request;
  };
  deps.events.on("consent_granted", async (tx, { requestId }) => {
    const request = await withRequest(tx, requestId);
    const consent = await findConsent(tx, requestId);
    // what was left out of the yes goes with the yes itself
    if (consent && consent.withheld.length > 0)
      await leaveOut(tx, await deps.keys.find(requestId), request, consent.withheld);
    if (consent?.goneAt) await setPurgeDue(tx, requestId, consent.goneAt);
    await tellOwner(tx, request.ownerId, { type: "consent_changed", requestId });
    await endItem(deps, tx, request, "DELIVERED");
  });
  deps.events.on("consent_denied", async (tx, { requestId }) => {
    const request = await withRequest(tx, requestId);
    await purgeNow(tx, requestId);
    await tellOwner(tx, request.ownerId, { type: "consent_changed", requestId });
    await endItem(deps, tx, request, "DENIED");
  });
  deps.events.on("consent_unreachable", async (tx, { requestId }) => {
    const request = await withRequest(tx, requestId);
    await purgeNow(tx, requestId);
    await tellOwner(tx, request.ownerId, { type: "consent_changed", requestId });
    await endItem(deps, tx, request, "NO_CONTACT");
  });
  deps.events.on("consent_messages_not_sent", async (tx, { requestId }) => {
    const request = await withRequest(tx, requestId);
    await purgeNow(tx, requestId);
    await tellOwner(tx, request.ownerId, { type: "consent_changed", requestId });
    await endItem(deps, tx, request, "PROVIDER_FAILED");
  });
  deps.events.on("consent_terminated", async (tx, { requestId, wasGranted }) => {
    const request = await withRequest(tx, requestId);
    await purgeNow(tx, requestId);
    await tellOwner(tx, request.ownerId, { type: "consent_changed", requestId });
    if (wasGranted) await tellWithdrawn(deps, tx, requestId);
    else await endItem(deps, tx, request, "UNANSWERED");
  });
}
