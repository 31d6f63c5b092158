import type { OutputOf } from "@idanimo/contract/operation";
import { fail, ok } from "@idanimo/contract/problems";
import type { readSession as operation } from "@idanimo/contract/verification";
import { type Tx, useSnapshot } from "../../../database/database.ts";
import { type Handler, scopeOf } from "../../../http/call.ts";
import { findNewestPaymentOfPurchase, publicPaymentStatus } from "../../payments/index.ts";
import { findLastItemId, findPurchase, type Item, findItemsOfPurchase } from "../../purchases/index.ts";
import { findApprovalOf } from "../../approvals/index.ts";
import { purchaseKind } from "../approvals/facts.ts";
import { findConsents } from "../../consent/index.ts";
import { findBulkItem } from "../bulk/progress.ts";
import type { VerificationDeps } from "../deps.ts";
import { displayValue } from "../rules.ts";
import { openSearchValues } from "../search-values.ts";
import { findSealedValues } from "../store.ts";

/** The state of an item on the wire. */
export function itemStateOf(
  item: Pick<Item, "state" | "outcome">,
): OutputOf<typeof operation>["items"][number]["state"] {
  if (item.outcome !== null) return item.outcome;
  return item.state === "looking_up" ? "running" : item.state === "awaiting_consent" ? "awaiting_consent" : "priced";
}

/** Returns the state of a purchase of this user, so that a reload can resume. */
export const readSession =
  (deps: VerificationDeps): Handler<typeof operation> =>
  async (input, caller) => {
    const found = await deps.db.transaction(scopeOf(caller), async (tx) => {
      await useSnapshot(tx); // one snapshot: an item that ends meanwhile would contradict its purchase
      const purchase = await findPurchase(tx, caller.ownerId, input.sessionCode);
      if (!purchase) return undefined;
      const items = await findItemsOfPurchase(tx, purchase.id);
      const isUnpaid = purchase.state === "initiated" || purchase.state === "awaiting_approval";
      const file = await findBulkItem(tx, purchase.id);
      return {
        purchase,
        items,
        file,
        mayShow: isUnpaid ? await findDisclosures(tx, purchase.id, items, file !== undefined) : [],
        approval: purchase.needsApproval
          ? await findApprovalOf(
              tx,
              { kind: "organisation", organisationId: caller.ownerId },
              { kind: purchaseKind, objectId: purchase.id },
            )
          : undefined,
        payment: await findNewestPaymentOfPurchase(tx, purchase.id),
        sealed:
          isUnpaid && items.length > 0
            ? await findSealedValues(
                tx,
                items.map(({ id }) => id),
              )
            : undefined,
      };
    });
    if (!found) return fail("not_found", {});
    const { purchase, items, file, mayShow, approval, payment, sealed } = found;
    const values = sealed && (await openTypedValues(deps, items, sealed));
    const itemList: OutputOf<typeof operation>["items"] = [
      ...items.map((item) => {
        const searchValue = values?.get(item.id);
        return {
          requestId: item.id,
          searchType: item.searchType,
          state: itemStateOf(item),
          ...(searchValue !== undefined && { searchValue }),
        };
      }),
      // a file of up to 100,000 lines is one entry with the id of its upload
      ...(file ? [{ requestId: file.uploadId, searchType: "bulk_nin" as const, state: file.word }] : []),
    ];
    return ok({
      sessionCode: purchase.sessionCode,
      sessionStatus: purchase.state === "completed" ? "COMPLETED" : "INITIATED",
      state: purchase.state,
      transactionID: purchase.transactionId,
      quote: {
        lines: purchase.lines.map((line) => ({ label: line.label, amount: line.minor })),
        tax: purchase.tax.minor,
        total: purchase.total.minor,
        currency: purchase.total.currency,
        rate: purchase.rate,
      },
      quoteEndsAt: purchase.quoteEndsAt.toISOString(),
      items: itemList,
      mayShow,
      ...(purchase.needsApproval && { needsApproval: true }),
      ...(approval && {
        approval: {
          id: approval.id,
          state: approval.state,
          expiresAt: approval.expiresAt.toISOString(),
          reason: approval.decisionReason,
        },
      }),
      ...(payment && {
        payment: {
          reference: payment.reference,
          status: publicPaymentStatus(payment.state),
          processor_response: payment.processorResponse,
          differentAmount: payment.isDifferentAmount,
        },
      }),
    });
  };

/** What the purpose can show of each type, as stored with the requests; a file's lines share one entry. */
async function findDisclosures(
  tx: Tx,
  purchaseId: string,
  items: readonly Item[],
  hasFile: boolean,
): Promise<OutputOf<typeof operation>["mayShow"]> {
  const line = hasFile ? await findLastItemId(tx, purchaseId) : undefined;
  const ids = items.map(({ id }) => id);
  const consents = await findConsents(tx, line === undefined ? ids : [...ids, line]);
  const entries = [...consents.values()].map(({ requestId, searchType, disclosure }) => ({
    searchType: requestId === line ? ("bulk_nin" as const) : searchType,
    required: [...disclosure.required],
    optional: [...disclosure.optional],
  }));
  return [...new Map(entries.map((entry) => [entry.searchType, entry])).values()];
}

/** The entered values of unpaid items, by item id; absent if the key is destroyed. */
async function openTypedValues(
  { keys }: VerificationDeps,
  items: readonly Item[],
  sealed: ReadonlyMap<string, Buffer | null>,
): Promise<ReadonlyMap<string, string>> {
  const known = await keys.findAll(items.map(({ id }) => id));
  return new Map(
    items.flatMap(({ id, searchType }) => {
      const [value, key] = [sealed.get(id), known.get(id)];
      if (!value || !key) return [];
      const values = openSearchValues(key, id, value);
      return [[id, displayValue({ type: searchType, values, options: [], records: 1 })] as const];
    }),
  );
}
