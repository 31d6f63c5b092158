import type { WebhookEventData, WebhookEventKind } from "@idanimo/contract/developers/webhook-events";
import { formatMinor } from "@idanimo/contract/money";
import type { Database, Tx } from "../../../database/database.ts";
import { findPayment, findRefund } from "../../payments/index.ts";
import type { WebhookDeps } from "./deps.ts";
import { emitWebhook } from "./emit.ts";
import { deleteWebhooksOf } from "./endpoint-store.ts";
import { findReportedRequests, type RequestFacts } from "./event-store.ts";

const requestData = (facts: RequestFacts): WebhookEventData<"request.asked"> => ({
  requestId: facts.id,
  sessionCode: facts.session_code,
  transactionId: facts.transaction_id,
  searchType: facts.search_type,
});

/** Writes webhook events in the transactions of what they report. Registered in `app/event-handlers.ts`. [DP-08 DP-09] */
export function registerWebhookHandlers(deps: Pick<WebhookDeps, "events" | "ids" | "mode">): void {
  const { events } = deps;
  const report = async <Kind extends WebhookEventKind>(
    tx: Tx,
    requestIds: readonly string[],
    kind: Kind,
    dataOf: (facts: RequestFacts) => WebhookEventData<Kind> | undefined,
  ) => {
    for (const facts of await findReportedRequests(tx, requestIds, deps.mode, kind)) {
      const data = dataOf(facts);
      if (data) await emitWebhook(tx, deps, facts.owner_id, kind, data);
    }
  };
  const reportDecision =
    (decision: "granted" | "denied") =>
    (tx: Tx, { requestId }: { readonly requestId: string }) =>
      report(tx, [requestId], "request.decided", (facts) => {
        const granted = facts.parts_granted ?? [];
        const asked = [...(facts.parts_required ?? []), ...(facts.parts_offered ?? [])];
        return { ...requestData(facts), decision, granted, withheld: asked.filter((part) => !granted.includes(part)) };
      });

  events.on("consent_requested", (tx, { requestIds }) => report(tx, requestIds, "request.asked", requestData));
  events.on("consent_granted", reportDecision("granted"));
  events.on("consent_denied", reportDecision("denied"));
  events.on("consent_terminated", async (tx, { requestId, wasGranted }) => {
    if (wasGranted) await report(tx, [requestId], "request.withdrawn", requestData);
  });
  events.on("item_closed", async (tx, { itemId, outcome, refunded }) => {
    await report(tx, [itemId], "request.closed", (facts) => ({ ...requestData(facts), outcome }));
    if (refunded)
      await report(tx, [itemId], "refund.made", (facts) => ({
        ...requestData(facts),
        amount: { amount: formatMinor(facts.total_minor), currency: facts.currency },
      }));
  });
  events.on("requests_purged", (tx, { requestIds }) =>
    report(tx, requestIds, "record.gone", (facts) =>
      facts.outcome === "DELIVERED"
        ? { ...requestData(facts), reason: facts.consent === "terminated" ? "withdrawn" : "expired" }
        : undefined,
    ),
  );
  events.on("bulk_completed", (tx, { uploadId, ownerId }) => emitWebhook(tx, deps, ownerId, "bulk.done", { uploadId }));
  events.on("payment_settled", async (tx, { reference, ownerId }) => {
    const payment = await findPayment(tx, reference);
    if (!payment) return;
    const amount = { amount: formatMinor(payment.amount.minor), currency: payment.amount.currency };
    await emitWebhook(tx, deps, ownerId, "payment.settled", { reference, state: payment.state, amount });
  });
  events.on("key_warning", async (tx, { keyId, organisationId, mode, reason }) => {
    if (mode === deps.mode) await emitWebhook(tx, deps, organisationId, "key.warning", { keyId, reason });
  });
  events.on("account_closed", (tx, { ownerId }) => deleteWebhooksOf(tx, ownerId));
}

/**
 * Reports a refund by an operator. Its transaction queued the job; a repeated job writes no second event, because the
 * event has the id of the refund. [DP-08]
 */
export const reportRefund =
  (deps: Pick<WebhookDeps, "ids" | "mode"> & { readonly db: Database }) =>
  ({ itemId }: { readonly itemId: string }): Promise<void> =>
    deps.db.transaction("system", async (tx) => {
      const refund = await findRefund(tx, itemId);
      if (!refund || refund.confirmedBy === null) return;
      for (const facts of await findReportedRequests(tx, [itemId], deps.mode, "refund.made")) {
        const amount = { amount: formatMinor(refund.amount.minor), currency: refund.amount.currency };
        await emitWebhook(tx, deps, facts.owner_id, "refund.made", { ...requestData(facts), amount }, refund.id);
      }
    });
