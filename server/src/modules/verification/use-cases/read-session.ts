import { fail, ok } from "@idanimo/contract/problems";
import type { readSession as operation } from "@idanimo/contract/verification";
import type { Handler } from "../../../http/call.ts";
import { findPurchase, type Item, itemsOf } from "../../payments/index.ts";
import type { VerificationDeps } from "../deps.ts";

/** Where an item stands, as its owner reads it. */
export function itemWord(item: Pick<Item, "state" | "outcome">) {
  if (item.outcome !== null) return item.outcome;
  return item.state === "looking_up" ? "running" : item.state === "awaiting_consent" ? "awaiting_consent" : "priced";
}

/** Where one purchase of this user stands, so that a reload goes on. */
export const readSession =
  (deps: VerificationDeps): Handler<typeof operation> =>
  async (input, caller) =>
    deps.db.transaction({ owner: caller.userId }, async (tx) => {
      const purchase = await findPurchase(tx, caller.userId, input.sessionCode);
      if (!purchase) return fail("not_found", {});
      const items = await itemsOf(tx, purchase.id);
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
        items: items.map((item) => ({ requestId: item.id, searchType: item.searchType, state: itemWord(item) })),
      });
    });
