import { submitWaitMs } from "@idanimo/contract/limits";
import { fail, ok } from "@idanimo/contract/problems";
import { isRefunded, type Outcome } from "@idanimo/contract/verification-states";
import { rowOf } from "@idanimo/contract/catalogue";
import * as texts from "@idanimo/contract/texts";
import type { submit as operation } from "@idanimo/contract/verification";
import type { Handler } from "../../../http/call.ts";
import { findPurchase, type Item, itemsOf } from "../../payments/index.ts";
import type { VerificationDeps } from "../deps.ts";

const details: Partial<Record<Outcome, string>> = {
  NO_DATA: texts.noRecordFound,
  DENIED: texts.consentDenied,
  UNANSWERED: texts.consentExpired,
};

/** What is said of one finished or waiting item. Source: B§4. */
function sectionOf(item: Item) {
  if (item.state === "awaiting_consent")
    return { requestId: item.id, status: "awaiting_consent", detail: texts.awaitingConsent };
  if (item.outcome !== null && isRefunded(item.outcome))
    return { requestId: item.id, status: item.outcome, detail: texts.unexpectedServerErrorRefund };
  return {
    requestId: item.id,
    status: item.outcome ?? "",
    detail: details[item.outcome ?? "DELIVERED"] ?? texts.rowViewResult,
  };
}

/**
 * Waits for the outcomes of a paid purchase and tells them. It starts nothing: being paid did. An item that waits for its
 * subject counts as done. Not paid, or still running after 20 s: `processing`. Repeating it gives the same answer.
 */
export const submit =
  (deps: VerificationDeps): Handler<typeof operation> =>
  async (input, caller) => {
    const deadline = Date.now() + submitWaitMs;
    for (;;) {
      const heard = deps.live.next(caller.userId, Math.min(2_000, Math.max(0, deadline - Date.now())));
      const items = await deps.db.transaction({ owner: caller.userId }, async (tx) => {
        const purchase = await findPurchase(tx, caller.userId, input.sessionCode);
        return purchase && itemsOf(tx, purchase.id);
      });
      if (!items) return fail("not_found", {});
      const isRunning = items.some((item) => item.state === "priced" || item.state === "looking_up");
      if (!isRunning) {
        const person = items.find((item) => rowOf(item.searchType).profile === "person");
        return ok({ status: "done", ...(person && { basic: sectionOf(person) }) });
      }
      if (Date.now() >= deadline || items.some((item) => item.state === "priced"))
        return ok({ status: "processing", requestIds: items.map((item) => item.id) });
      await heard;
    }
  };
