import type { SentInputOf } from "@idanimo/contract/operation";
import * as texts from "@idanimo/contract/texts";
import { startPayment } from "@idanimo/contract/wallet";
import { type CallResult, call, type Problem } from "../../lib/call.ts";
import { isFrameable } from "./rules.ts";

/** The provider's payment page, and our reference of the payment. */
export type PaymentPage = { readonly link: string; readonly txRef: string };

/**
 * Starts a payment at the card provider. A success response without a usable link becomes the problem
 * `payment_without_link`: there is no page to pay on, so nothing is charged [ERR-30 PAY-11 WALLET-10].
 */
export async function openPaymentPage(input: SentInputOf<typeof startPayment>): Promise<CallResult<PaymentPage>> {
  const result = await call(startPayment, input);
  if (result.ok) {
    const { link, txRef } = result.value.data;
    return isFrameable(link, location.origin)
      ? { ok: true, value: { link, txRef } }
      : { ok: false, problem: missingLinkProblem };
  }
  const { code, status } = result.problem;
  return code === "unexpected" && status < 300 ? { ok: false, problem: missingLinkProblem } : result;
}

const missingLinkProblem: Problem = {
  code: "payment_without_link",
  status: 200,
  title: texts.errorTitle,
  message: texts.paymentWithoutLink,
};
