import { fail, ok } from "@idanimo/contract/problems";
import type { checkPayment as operation } from "@idanimo/contract/wallet";
import type { Handler } from "../../../http/call.ts";
import type { PaymentDeps } from "../deps.ts";
import { wordOf } from "../rules.ts";
import { findPayment } from "../payment-store.ts";
import { askAndSettle } from "./settle-payment.ts";

/** Where a payment of this user stands, after asking the provider. A reference of somebody else is not found. Source: T-27. */
export const checkPayment =
  (deps: PaymentDeps): Handler<typeof operation> =>
  async (input, caller) => {
    const allowed = await deps.limits.take("payment_check_account", caller.userId);
    if (!allowed.ok) return allowed;
    const find = () => deps.db.transaction({ owner: caller.userId }, (tx) => findPayment(tx, input.transactionRef));
    const known = await find();
    if (known?.ownerId !== caller.userId) return fail("not_found", {});
    if (known.state !== "succeeded") await askAndSettle(deps, known.reference);
    const payment = (await find()) ?? known;
    return ok({
      status: "success",
      data: {
        status: wordOf(payment.state),
        processor_response: payment.said,
        ...(payment.isDifferentAmount && { differentAmount: true as const }),
        amount: payment.amount.minor,
        currency: payment.amount.currency,
      },
    });
  };
