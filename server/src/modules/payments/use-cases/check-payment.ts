import { fail, ok } from "@idanimo/contract/problems";
import type { checkPayment as operation } from "@idanimo/contract/wallet";
import { type Handler, scopeOf } from "../../../http/call.ts";
import type { PaymentDeps } from "../deps.ts";
import { publicPaymentStatus } from "../rules.ts";
import { findPayment } from "../store.ts";
import { settlePayment } from "./settle-payment.ts";

/**
 * The state of one of this user's payments, after querying the provider. Another user's reference is not found
 * [T-27].
 */
export const checkPayment =
  (deps: PaymentDeps): Handler<typeof operation> =>
  async (input, caller) => {
    const allowed = await deps.limits.consume("payment_check_account", caller.ownerId);
    if (!allowed.ok) return allowed;
    const find = () => deps.db.transaction(scopeOf(caller), (tx) => findPayment(tx, input.transactionRef));
    const known = await find();
    if (known?.ownerId !== caller.ownerId) return fail("not_found", {});
    if (known.state !== "succeeded") await settlePayment(deps, known.reference);
    const payment = (await find()) ?? known;
    return ok({
      status: "success",
      data: {
        status: publicPaymentStatus(payment.state),
        processor_response: payment.processorResponse,
        ...(payment.isDifferentAmount && { differentAmount: true as const }),
        amount: payment.amount.minor,
        currency: payment.amount.currency,
      },
    });
  };
