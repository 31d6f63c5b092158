import { rowOf } from "@idanimo/contract/catalogue";
import { enqueue } from "../../database/database.ts";
import { crashPoint } from "../../kernel/crash-points.ts";
import { noticeIdOf, queueMessage, refundWords } from "../notifications/index.ts";
import { findSale, staleLookUps } from "../payments/index.ts";
import type { VerificationDeps } from "./deps.ts";
import { refundKey } from "./end-item.ts";
import { openTogether } from "./look-ups-together.ts";
import { lookUp } from "./run-look-up.ts";

/** Wake-ups older than this may be lost. */
const staleAfterSeconds = 60;

/** The jobs of verification; each is safe to repeat. */
export function verificationJobs(deps: VerificationDeps) {
  const lookUps = () => {
    const together = openTogether(deps);
    return (payload: { readonly itemId: string }) => lookUp({ ...deps, together }, payload.itemId);
  };
  return {
    look_up: lookUps(),
    /** Of a line of a file. It shares no step with other people's look-ups, so that none of them waits for many lines. */
    look_up_line: lookUps(),
    refund_notice: (payload: { readonly requestId: string }) => refundNotice(deps, payload.requestId),
    /** Re-reads the tables: work whose wake-up was lost is woken again. */
    reconcile_look_ups: async () => {
      await deps.db.transaction("system", async (tx) => {
        for (const itemId of await staleLookUps(tx, staleAfterSeconds)) {
          await enqueue(tx, "look_up", { itemId }, `look_up:${itemId}`);
          crashPoint("reconciler_woke_look_ups");
        }
      });
    },
  };
}

/** Tells the person who paid, by mail, that their money is back in the wallet. The mail bears the notice's id: it is one mail. */
async function refundNotice(deps: VerificationDeps, requestId: string): Promise<void> {
  const found = await deps.db.transaction("system", async (tx) => {
    const sale = await findSale(tx, requestId);
    const noticeId = await noticeIdOf(tx, refundKey(requestId));
    if (!sale || noticeId === undefined) return undefined;
    const user = await tx.selectFrom("users").select("email").where("id", "=", sale.ownerId).executeTakeFirst();
    return user && { sale, noticeId, email: user.email };
  });
  const key = found && (await deps.keys.find(found.sale.ownerId));
  if (!found || !key) return;
  crashPoint("refund_before_notice");
  const { sale, noticeId, email } = found;
  const words = refundWords({
    searchLabel: rowOf(sale.searchType).label,
    amount: sale.total,
    reference: sale.transactionId,
  });
  const mail = { id: noticeId, channel: "mail", kind: "refund_notice", requestId: null, to: email, ...words } as const;
  await deps.db.transaction("system", (tx) => queueMessage(tx, { ...mail, keyId: sale.ownerId, key }, deps.ids));
}
