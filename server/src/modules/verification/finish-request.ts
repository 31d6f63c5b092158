import { catalogueRowOf, resultRouteOf } from "@idanimo/contract/catalogue";
import { formatMoney } from "@idanimo/contract/money";
import { isRefunded, type Outcome } from "@idanimo/contract/verification-states";
import { enqueue, type Tx } from "../../database/database.ts";
import { publishToUser } from "../../database/live-events.ts";
import { type Notice, notify } from "../notifications/index.ts";
import { closeItem, findSale, type Sale } from "../purchases/index.ts";
import { lockWallets } from "../wallet/index.ts";
import type { VerificationDeps } from "./deps.ts";
import { ConflictError } from "./retry-later.ts";

type RequestReference = { readonly id: string; readonly ownerId: string };

/**
 * Ends an open request with its final outcome and updates its owner's open pages. A refund is posted in the same
 * transaction and emailed to the payer. The caller checks that the request is open and writes nothing afterwards:
 * the closing statement comes last, because it locks the account's counters, which other requests wait for.
 * @throws {ConflictError} if the item was closed by another job
 */
export async function finishRequest(
  deps: Pick<VerificationDeps, "ids" | "events">,
  tx: Tx,
  request: RequestReference,
  outcome: Outcome,
): Promise<void> {
  await prepareClosing(deps, tx, request, outcome);
  await closeItemOrConflict(deps, tx, request, outcome);
}

/**
 * Does everything for an outcome but the closing statement; a batch calls it for each request before it closes any.
 */
export async function prepareClosing(
  deps: Pick<VerificationDeps, "ids" | "events">,
  tx: Tx,
  request: RequestReference,
  outcome: Outcome,
): Promise<void> {
  const refunded = isRefunded(outcome);
  if (refunded) await lockWallets(tx, request.ownerId); // lock order: wallets before notices
  await publishToUser(tx, request.ownerId, { type: "item_closed", requestId: request.id });
  const sale = await findSale(tx, request.id);
  const isLine = sale?.isFileLine === true; // a file may have 100,000 lines; its owner follows the file instead
  const isOwnersAct = outcome === "CANCELLED"; // the owner did it, and needs no notice
  if (sale && !isLine && !isOwnersAct) await notify(tx, deps, outcomeNotice(request.id, sale, outcome));
  if (refunded && !isLine && !isFree(sale)) {
    await publishToUser(tx, request.ownerId, { type: "refund_initiated", requestId: request.id });
    await enqueue(tx, "refund_notice", { requestId: request.id }, `refund_notice:${request.id}`);
  }
  await deps.events.emit(tx, "item_closed", {
    itemId: request.id,
    ownerId: request.ownerId,
    refunded: refunded && !isFree(sale),
    outcome,
  });
}

const isFree = (sale: Sale | undefined) => sale !== undefined && catalogueRowOf(sale.searchType).isFree === true;

export async function closeItemOrConflict(
  { ids }: Pick<VerificationDeps, "ids">,
  tx: Tx,
  { id }: RequestReference,
  outcome: Outcome,
) {
  if (!(await closeItem(tx, ids, id, outcome))) throw new ConflictError("an item was closed by another job");
}

/** Link for a request without a result to open; the id identifies it on a page that is already open [T-70]. */
const requestLink = (requestId: string) => `/main-dashboard?request=${requestId}`;
/** Key that makes the refund notice unique. */
export const refundNoticeKey = (requestId: string) => `refund:${requestId}`;

/**
 * The notice to the payer about an outcome. Pure.
 * @param isUnasked the result was delivered without asking its subject
 */
export function outcomeNotice(
  requestId: string,
  { ownerId, searchType, transactionId, total }: Sale,
  outcome: Outcome,
  isUnasked = false,
): Notice {
  const { label, consent } = catalogueRowOf(searchType);
  const about = { what: label, reference: transactionId };
  const key = `ended:${requestId}`;
  const link = requestLink(requestId);
  const row = catalogueRowOf(searchType);
  const kind = row.isFree ? "free_request_ended" : "request_ended";
  const ended = (why: string) => ({ ownerId, requestId, key, kind, facts: { ...about, why }, link }) as const;
  if (row.isFree && outcome === "DENIED") return ended("the person refused");
  if (row.isFree && isRefunded(outcome)) return ended("the person could not be asked");
  switch (outcome) {
    case "DELIVERED":
      return {
        ownerId,
        requestId,
        key,
        kind: consent && !isUnasked ? "consent_granted" : "result_ready",
        facts: about,
        link: `${resultRouteOf(searchType)}/${requestId}`,
      };
    case "DENIED":
      return { ownerId, requestId, key, kind: "consent_denied", facts: about, link };
    case "NO_DATA":
      return ended("the source has no record");
    case "UNANSWERED":
      return ended("there was no reply in time");
    case "CANCELLED":
      return ended("you cancelled the request");
    default: {
      const facts = { ...about, amount: formatMoney(total) };
      return { ownerId, requestId, key: refundNoticeKey(requestId), kind: "refund_initiated", facts, link };
    }
  }
}

/** Notifies the payer that consent was withdrawn. */
export async function notifyConsentWithdrawn(
  deps: Pick<VerificationDeps, "ids">,
  tx: Tx,
  requestId: string,
): Promise<void> {
  const sale = await findSale(tx, requestId);
  if (!sale || sale.isFileLine) return;
  await notify(tx, deps, {
    ownerId: sale.ownerId,
    requestId,
    key: `withdrawn:${requestId}`,
    kind: isFree(sale) ? "free_request_ended" : "request_ended",
    facts: {
      what: catalogueRowOf(sale.searchType).label,
      reference: sale.transactionId,
      why: "the person withdrew their consent",
    },
    link: requestLink(requestId),
  });
}
