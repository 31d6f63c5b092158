import { publishToUser } from "../database/live-events.ts";
import { updateEscalations } from "../modules/consent/index.ts";
import { registerKeyEvents } from "../modules/developers/index.ts";
import {
  cancelApprovalsOfMember,
  expireRecordsOf,
  registerAccountClosedHandler,
  registerConsentHandlers,
} from "../modules/verification/index.ts";
import type { ModuleDeps } from "./module-deps.ts";
import type { Services } from "./services.ts";

/** Registers what later modules do when an earlier one reports an event. */
export function registerEventHandlers({ events, metrics }: Services, { verification }: ModuleDeps): void {
  registerConsentHandlers(verification);
  registerAccountClosedHandler(verification);
  registerKeyEvents({ events });
  events.on("member_removed", async (tx, { organisationId, userId, areRecordsOrphaned }) => {
    await cancelApprovalsOfMember(verification, tx, { organisationId, userId });
    if (areRecordsOrphaned) await expireRecordsOf(tx, organisationId, userId);
  });
  events.on("item_closed", async (_tx, { refunded }) => {
    if (refunded) metrics.countRefund();
  });
  events.on("consent_messages_moved", (tx, { moved }) => updateEscalations(tx, moved));
  events.on("payment_settled", (tx, { reference, ownerId }) =>
    publishToUser(tx, ownerId, { type: "payment_settled", reference }),
  );
}
