import type { PaymentDeps } from "./deps.ts";
import { paymentsToAsk } from "./payment-store.ts";
import { abandonOldQuotes } from "./store.ts";
import { sendReceipt } from "./receipts/send-receipt.ts";
import { askAndSettle } from "./use-cases/settle-payment.ts";
import { crashPoint } from "../../kernel/crash-points.ts";

/** How many payments one round of the reconciler asks about. */
const askAtOnce = 50;

/** The jobs of payments; each may run at any time and twice. */
export function paymentJobs(deps: PaymentDeps) {
  return {
    /** A notice of the provider asked for this: the answer to the notice was already given. */
    settle_payment: async (payload: { readonly reference: string }) => {
      const what = await askAndSettle(deps, payload.reference);
      if (what === "unreachable") throw new Error("the payment provider did not answer; the queue tries again");
    },
    send_receipt: ({ reference }: { readonly reference: string }) => sendReceipt(deps, reference),
    /** Asks about payments nobody told us about, and ends quotes that nobody paid. One that fails holds up no other. */
    reconcile_payments: async () => {
      const failed: unknown[] = [];
      const references = await deps.db.transaction("system", (tx) => paymentsToAsk(tx, askAtOnce));
      if (references.length > 0) crashPoint("reconciler_took_payments");
      for (const reference of references)
        await askAndSettle(deps, reference).catch((error: unknown) => failed.push(error));
      await deps.db.transaction("system", (tx) => abandonOldQuotes(tx));
      if (failed.length > 0)
        throw new AggregateError(failed, `${failed.length} payments could not be settled: ${String(failed[0])}`);
    },
  };
}
