import { formatMoney } from "@idanimo/contract/money";
import { enqueue, type Tx } from "../../../database/database.ts";
import { failpoint } from "../../../kernel/failpoints.ts";
import { openCase } from "../../audit/index.ts";
import { notify } from "../../notifications/index.ts";
import type { PaymentDeps } from "../deps.ts";
import {
  findWalletCredit,
  findPayment,
  isProviderIdUsed,
  markChecked,
  type Payment,
  type SettlementOutcome,
  recordSettlement,
} from "../store.ts";

/**
 * Queries the provider about one reference and settles the payment accordingly. Check, webhook and reconciler all
 * use this, so a payment counts once, and only if the provider confirms it [T-24 T-25].
 * @returns what happened, or `unreachable` if the provider gave no usable response
 */
export async function settlePayment(
  deps: Pick<PaymentDeps, "db" | "ids" | "events" | "cardPayments" | "meters">,
  reference: string,
): Promise<SettlementOutcome | "unreachable"> {
  const word = await deps.cardPayments.queryPayment(reference); // outside any transaction
  failpoint("provider_asked_about_payment");
  const settled = await deps.db.transaction("system", async (tx) => {
    const payment = await findPayment(tx, reference);
    if (!payment) return "unknown";
    if (word.kind === "unreachable" || word.kind === "pending" || word.kind === "unknown_there") {
      await markChecked(tx, reference); // also without a response, so that the reconciler tries other payments next
      if (word.kind === "unreachable") return "unreachable";
      if (!payment.isPastDeadline) return "unchanged";
      return recordSettlement(tx, deps.ids, reference, {
        kind: "expired",
        providerId: null,
        paidMinor: null,
        paidCurrency: null,
        processorResponse: null,
      });
    }
    // a provider id that belongs to another payment is no evidence for this one: it fails and opens a case
    const isTaken = await isProviderIdUsed(tx, deps.cardPayments.name, word.providerId, reference);
    if (isTaken && word.kind === "successful" && payment.state !== "succeeded") {
      const detail = `the provider id ${word.providerId} already belongs to another payment`;
      await openCase(tx, deps.ids, { kind: "provider_id_used_again", objectId: payment.id, detail });
    }
    const what = await recordSettlement(tx, deps.ids, reference, {
      kind: isTaken && word.kind === "successful" ? "failed" : word.kind,
      providerId: isTaken ? null : word.providerId,
      paidMinor: word.paid.minor,
      paidCurrency: word.paid.currency,
      processorResponse: word.said,
    });
    deps.meters.paid("card", what);
    if (what === "settled") await notifyPayer(deps, tx, payment, word.paid.minor);
    if (what === "settled" || what === "refused" || what === "quarantined")
      await deps.events.emit(tx, "payment_settled", { reference, ownerId: payment.ownerId });
    failpoint("payment_before_commit");
    return what;
  });
  failpoint("payment_committed");
  return settled;
}

/** Queues the receipt, and notifies the payer of the amount credited to the wallet. */
async function notifyPayer(
  deps: Pick<PaymentDeps, "ids">,
  tx: Tx,
  { reference, ownerId, madeBy, purpose }: Payment,
  paidMinor: bigint,
): Promise<void> {
  await enqueue(tx, "send_receipt", { reference }, `send_receipt:${reference}`);
  const credit = await findWalletCredit(tx, reference);
  if (!credit) return;
  // all of it is in the wallet although it was for a purchase, which was abandoned or paid otherwise
  const isLate = purpose === "VERIFICATION" && credit.minor === paidMinor;
  await notify(tx, deps, {
    ownerId,
    madeBy,
    key: `payment:${reference}`,
    kind: isLate ? ("late_payment_received" as const) : ("payment_received" as const),
    facts: { amount: formatMoney(credit), reference },
    link: "/main-dashboard#wallet",
  });
}
