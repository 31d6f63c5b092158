import { catalogueRowOf } from "@idanimo/contract/catalogue";
import { submitWaitMs } from "@idanimo/contract/limits";
import * as texts from "@idanimo/contract/texts";
import { fail, ok } from "@idanimo/contract/problems";
import type { submit as operation } from "@idanimo/contract/verification";
import { type Actor, type Handler, scopeOf } from "../../../http/call.ts";
import { findPurchase, findItemsOfPurchase } from "../../purchases/index.ts";
import { findBulkItem } from "../bulk/progress.ts";
import { findMissingParts } from "../attempt-store.ts";
import type { VerificationDeps } from "../deps.ts";
import { sectionsOf } from "../sections.ts";

/**
 * Waits for the outcomes of a paid purchase and returns them. Starts nothing: payment starts the lookups. An item
 * that waits for consent counts as done. Returns `processing` if it still runs after 20 s. Idempotent.
 */
export const submit =
  (deps: VerificationDeps): Handler<typeof operation> =>
  async ({ sessionCode }, caller) => {
    const readProgress = () => findPurchaseProgress(deps, caller, sessionCode);
    const progress = await deps.live.waitUntil(
      caller.ownerId,
      submitWaitMs,
      readProgress,
      (seen) => seen?.word !== "running",
    );
    if (!progress) return fail("not_found", {});
    const { word, items, file } = progress;
    if (word === "unpaid") return fail("purchase_unpaid", {});
    if (word !== "done")
      return ok({
        status: "processing",
        requestIds: [...items.map(({ id }) => id), ...(file ? [file.uploadId] : [])],
      });
    const halves = items
      .filter(({ searchType }) => catalogueRowOf(searchType).recordShape === "extension")
      .map(({ id }) => id);
    const missing = await deps.db.transaction(scopeOf(caller), (tx) => findMissingParts(tx, halves));
    return ok({
      status: "done",
      ...sectionsOf(items.map((item) => ({ ...item, missingParts: missing.get(item.id) ?? [] }))),
      ...(file && {
        bulkNin: { requestId: file.uploadId, status: texts.bulkCompleted, detail: `${file.records} lines` },
      }),
    });
  };

/** Returns the progress of a purchase; undefined for another user's. */
async function findPurchaseProgress(deps: VerificationDeps, actor: Actor, sessionCode: string) {
  const found = await deps.db.transaction(scopeOf(actor), async (tx) => {
    const purchase = await findPurchase(tx, actor.ownerId, sessionCode);
    return purchase && { items: await findItemsOfPurchase(tx, purchase.id), file: await findBulkItem(tx, purchase.id) };
  });
  if (!found) return undefined;
  const { items, file } = found;
  const isUnpaid = items.some((item) => item.state === "priced") || file?.word === "priced";
  const isFileOver = file === undefined || file.word === "awaiting_consent" || file.word === "DELIVERED";
  const isRunning = items.some((item) => item.state === "looking_up") || !isFileOver;
  return { ...found, word: isUnpaid ? ("unpaid" as const) : isRunning ? ("running" as const) : ("done" as const) };
}
