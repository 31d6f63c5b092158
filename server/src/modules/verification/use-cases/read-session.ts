import type { OutputOf } from "@idanimo/contract/operation";
import { fail, ok } from "@idanimo/contract/problems";
import type { readSession as operation } from "@idanimo/contract/verification";
import { freeze } from "../../../database/database.ts";
import type { Handler } from "../../../http/call.ts";
import { findPurchase, type Item, itemsOf } from "../../payments/index.ts";
import { fileOf } from "../bulk/progress.ts";
import type { VerificationDeps } from "../deps.ts";

/** Where an item stands, as its owner reads it. */
export function itemWord(item: Pick<Item, "state" | "outcome">): OutputOf<typeof operation>["items"][number]["state"] {
  if (item.outcome !== null) return item.outcome;
  return item.state === "looking_up" ? "running" : item.state === "awaiting_consent" ? "awaiting_consent" : "priced";
}

/** Where one purchase of this user stands, so that a reload goes on. */
export const readSession =
  (deps: VerificationDeps): Handler<typeof operation> =>
  async (input, caller) =>
    deps.db.transaction({ owner: caller.userId }, async (tx) => {
      await freeze(tx); // an item that ends meanwhile would stand beside a purchase that has not
      const purchase = await findPurchase(tx, caller.userId, input.sessionCode);
      if (!purchase) return fail("not_found", {});
      const items = await itemsOf(tx, purchase.id);
      const file = await fileOf(tx, purchase.id);
      const told: OutputOf<typeof operation>["items"] = [
        ...items.map((item) => ({ requestId: item.id, searchType: item.searchType, state: itemWord(item) })),
        // a file is one entry, named by its upload: it may have 100,000 lines
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
        items: told,
      });
    });
