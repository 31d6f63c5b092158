import type { PaymentDeps } from "./deps.ts";
import { abandonExpiredQuotes } from "../purchases/index.ts";
import { findPaymentsToCheck, purchasesAwaitingPayment } from "./store.ts";
import { sendReceipt } from "./receipts/send-receipt.ts";
import { settlePayment } from "./use-cases/settle-payment.ts";
import { failpoint } from "../../kernel/failpoints.ts";

/** Maximum number of payments that one run of the reconciler queries. */
const paymentsPerRun = 50;

/** Jobs of the payments module. All are idempotent and may run at any time. */
export function paymentJobs(deps: PaymentDeps) {
  return {
    /** Queued by a webhook, which has been answered already. */
    settle_payment: async (payload: { readonly reference: string }) => {
      const what = await settlePayment(deps, payload.reference);
      if (what === "unreachable") throw new Error("the payment provider did not respond; the queue will retry");
    },
    send_receipt: ({ reference }: { readonly reference: string }) => sendReceipt(deps, reference),
    /** Queries undecided payments and abandons expired quotes. One failure does not stop the others. */
    reconcile_payments: async () => {
      const failed: unknown[] = [];
      const references = await deps.db.transaction("system", (tx) => findPaymentsToCheck(tx, paymentsPerRun));
      if (references.length > 0) failpoint("reconciler_took_payments");
      for (const reference of references)
        await settlePayment(deps, reference).catch((error: unknown) => failed.push(error));
      await deps.db.transaction("system", (tx) => abandonExpiredQuotes(tx, purchasesAwaitingPayment));
      if (failed.length > 0)
        throw new AggregateError(failed, `${failed.length} payments could not be settled: ${String(failed[0])}`);
    },
  };
}
