import { catalogueRowOf } from "@idanimo/contract/catalogue";
import { enqueue } from "../../database/database.ts";
import { failpoint } from "../../kernel/failpoints.ts";
import { findNoticeIdByKey, queueMessage, refundMessage } from "../notifications/index.ts";
import { discardUngrantedPieces, findUndiscardedRequests } from "../results/index.ts";
import { findSale, findStaleLookups } from "../purchases/index.ts";
import type { VerificationDeps } from "./deps.ts";
import { refundNoticeKey } from "./finish-request.ts";
import { createLookupBatches } from "./lookup-batches.ts";
import { discardAskedOwner } from "./plate-owner/discard-owner.ts";
import { runLookup } from "./run-lookup.ts";
import { findAccountHolder } from "../accounts/index.ts";

/** Wake-ups older than this may be lost. */
const staleAfterSeconds = 60;

/** Jobs of the verification module; each is safe to repeat. */
export function verificationJobs(deps: VerificationDeps) {
  const createLookupJob = () => {
    const batches = createLookupBatches(deps);
    return (payload: { readonly itemId: string }) => runLookup({ ...deps, batches }, payload.itemId);
  };
  return {
    look_up: createLookupJob(),
    /**
     * Lookup of a file's line. It has its own worker slots and batches, so that bulk files do not delay other
     * lookups.
     */
    look_up_line: createLookupJob(),
    discard_pieces: async ({ requestId }: { readonly requestId: string }) => {
      await discardUngrantedPieces(deps, requestId);
      await discardAskedOwner(deps, requestId);
    },
    refund_notice: (payload: { readonly requestId: string }) => sendRefundNotice(deps, payload.requestId),
    /** Scans the tables and repeats lost wake-ups. */
    reconcile_lookups: async () => {
      await deps.db.transaction("system", async (tx) => {
        for (const itemId of await findStaleLookups(tx, staleAfterSeconds)) {
          await enqueue(tx, "look_up", { itemId }, `look_up:${itemId}`);
          failpoint("reconciler_woke_look_ups");
        }
        for (const requestId of await findUndiscardedRequests(tx, staleAfterSeconds))
          await enqueue(tx, "discard_pieces", { requestId }, `discard_pieces:${requestId}`);
      });
    },
  };
}

/** Emails the payer that the money is back in the wallet. The email has the notice's id, so it is sent once. */
async function sendRefundNotice(deps: VerificationDeps, requestId: string): Promise<void> {
  const found = await deps.db.transaction("system", async (tx) => {
    const sale = await findSale(tx, requestId);
    const noticeId = await findNoticeIdByKey(tx, refundNoticeKey(requestId));
    if (!sale || noticeId === undefined) return undefined;
    const { email } = await findAccountHolder(tx, sale.ownerId);
    return { sale, noticeId, email };
  });
  const key = found && (await deps.keys.find(found.sale.ownerId));
  if (!found || !key) return;
  failpoint("refund_before_notice");
  const { sale, noticeId, email } = found;
  const words = refundMessage({
    searchLabel: catalogueRowOf(sale.searchType).label,
    amount: sale.total,
    reference: sale.transactionId,
  });
  const mail = { id: noticeId, channel: "mail", kind: "refund_notice", requestId: null, to: email, ...words } as const;
  await deps.db.transaction("system", (tx) => queueMessage(tx, { ...mail, keyId: sale.ownerId, key }, deps.ids));
}
