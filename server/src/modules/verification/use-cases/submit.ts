import { submitWaitMs } from "@idanimo/contract/limits";
import { fail, ok } from "@idanimo/contract/problems";
import type { submit as operation } from "@idanimo/contract/verification";
import type { Handler } from "../../../http/call.ts";
import { findPurchase, itemsOf } from "../../payments/index.ts";
import { missingParts } from "../attempt-store.ts";
import type { VerificationDeps } from "../deps.ts";
import { sectionsOf } from "../sections.ts";

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
        const missing = await missingParts(
          deps.db.single,
          items.filter(({ searchType }) => searchType === "phone").map(({ id }) => id),
        );
        return ok({
          status: "done",
          ...sectionsOf(items.map((item) => ({ ...item, missingParts: missing.get(item.id) ?? [] }))),
        });
      }
      if (Date.now() >= deadline || items.some((item) => item.state === "priced"))
        return ok({ status: "processing", requestIds: items.map((item) => item.id) });
      await heard;
    }
  };
