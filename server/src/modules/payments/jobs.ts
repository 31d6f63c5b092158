import type { PaymentDeps } from "./deps.ts";
import { findPaymentsToCheck } from "./payment-store.ts";
import { abandonExpiredQuotes } from "./purchase-store.ts";
import { sendReceipt } from "./receipts/send-receipt.ts";
import { settlePayment } from "./use-cases/settle-payment.ts";
import { failpoint } from "../../kernel/failpoints.ts";

/** How many payments one round of the reconciler asks about. */
const paymentsPerRun = 50;

/** The jobs of payments; each may run at any time and twice. */
export function paymentJobs(deps: PaymentDeps) {
  return {
    /** A notice of the provider asked for this: the answer to the notice was already given. */
    settle_payment: async (payload: { readonly reference: string }) => {
      const what = await settlePayment(deps, payload.reference);
      if (what === "unreachable") throw new Error("the payment provider did not answer; the queue tries again");
    },
    send_receipt: ({ reference }: { readonly reference: string }) => sendReceipt(deps, reference),
    /** Asks about payments nobody told us about, and ends quotes that nobody paid. One that fails holds up no other. */
    reconcile_payments: async () => {
      const failed: unknown[] = [];
      const references = await deps.db.transaction("system", (tx) => findPaymentsToCheck(tx, paymentsPerRun));
      if (references.length > 0) failpoint("reconciler_took_payments");
      for (const reference of references)
        await settlePayment(deps, reference).catch((error: unknown) => failed.push(error));
      await deps.db.transaction("system", (tx) => abandonExpiredQuotes(tx));
      if (failed.length > 0)
        throw new AggregateError(failed, `${failed.length} payments could not be settled: ${String(failed[0])}`);
    },
  };
}
