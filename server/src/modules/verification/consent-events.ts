import { catalogueRowOf } from "@idanimo/contract/catalogue";
import { enqueue, type Tx } from "../../database/database.ts";
import { publishToUser } from "../../database/live-events.ts";
import { findConsent } from "../consent/index.ts";
import { redactWholeRecord } from "../results/index.ts";
import type { VerificationDeps } from "./deps.ts";
import { finishRequest, notifyConsentWithdrawn } from "./finish-request.ts";
import { purgeRequest } from "./purge-request.ts";
import { findRequest, type LookupRequest, setPurgeDue } from "./store.ts";

/** Updates a request when its consent changes state. Registered in `app/event-handlers.ts`. */
export function registerConsentHandlers(deps: VerificationDeps): void {
  const getRequest = async (tx: Tx, id: string) => {
    const request = await findRequest(tx, id);
    if (!request) throw new Error(`consent without a request: ${id}`);
    return request;
  };
  /** The result of a registration number needs the owner's values no longer, whatever the owner decided. */
  const discardOwner = async (tx: Tx, { id, searchType }: LookupRequest) => {
    if (catalogueRowOf(searchType).boughtFrom !== undefined)
      await enqueue(tx, "discard_pieces", { requestId: id }, `discard_pieces:${id}`);
  };
  deps.events.on("consent_granted", async (tx, { requestId }) => {
    const request = await getRequest(tx, requestId);
    const consent = await findConsent(tx, requestId);
    if (consent) await redactWholeRecord(tx, await deps.keys.find(requestId), request, consent.granted);
    await enqueue(tx, "discard_pieces", { requestId }, `discard_pieces:${requestId}`);
    if (consent?.goneAt) await setPurgeDue(tx, requestId, consent.goneAt);
    await publishToUser(tx, request.ownerId, { type: "consent_changed", requestId });
    await finishRequest(deps, tx, request, "DELIVERED");
  });
  deps.events.on("consent_denied", async (tx, { requestId }) => {
    const request = await getRequest(tx, requestId);
    await discardOwner(tx, request);
    await purgeRequest(tx, requestId);
    await publishToUser(tx, request.ownerId, { type: "consent_changed", requestId });
    await finishRequest(deps, tx, request, "DENIED");
  });
  deps.events.on("consent_unreachable", async (tx, { requestId }) => {
    const request = await getRequest(tx, requestId);
    await discardOwner(tx, request);
    await purgeRequest(tx, requestId);
    await publishToUser(tx, request.ownerId, { type: "consent_changed", requestId });
    await finishRequest(deps, tx, request, "NO_CONTACT");
  });
  deps.events.on("consent_messages_not_sent", async (tx, { requestId }) => {
    const request = await getRequest(tx, requestId);
    await purgeRequest(tx, requestId);
    await publishToUser(tx, request.ownerId, { type: "consent_changed", requestId });
    await finishRequest(deps, tx, request, "PROVIDER_FAILED");
  });
  deps.events.on("consent_cancelled", async (tx, { requestId }) => {
    const request = await getRequest(tx, requestId);
    await discardOwner(tx, request);
    await purgeRequest(tx, requestId);
    await publishToUser(tx, request.ownerId, { type: "consent_changed", requestId });
    await finishRequest(deps, tx, request, "CANCELLED");
  });
  deps.events.on("consent_terminated", async (tx, { requestId, wasGranted }) => {
    const request = await getRequest(tx, requestId);
    await discardOwner(tx, request);
    await purgeRequest(tx, requestId);
    await publishToUser(tx, request.ownerId, { type: "consent_changed", requestId });
    if (wasGranted) await notifyConsentWithdrawn(deps, tx, requestId);
    else await finishRequest(deps, tx, request, "UNANSWERED");
  });
}
