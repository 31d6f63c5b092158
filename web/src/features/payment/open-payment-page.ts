import type { SentInputOf } from "@idanimo/contract/operation";
import * as texts from "@idanimo/contract/texts";
import { startPayment } from "@idanimo/contract/wallet";
import { type Answer, call, type Problem } from "../../lib/call.ts";
import { mayBeFramed } from "./rules.ts";

/** The provider's payment page, and our reference of the payment. */
export type PaymentPage = { readonly link: string; readonly txRef: string };

/**
 * Starts a payment at the card provider, whatever is bought. A good response without a usable link is `payment_without_link`:
 * there is no page to pay on, so nothing is paid. Source: ERR-30, PAY-11, WALLET-10.
 */
export async function openPaymentPage(input: SentInputOf<typeof startPayment>): Promise<Answer<PaymentPage>> {
  const answer = await call(startPayment, input);
  if (answer.ok) {
    const { link, txRef } = answer.value.data;
    return mayBeFramed(link, location.origin) ? { ok: true, value: { link, txRef } } : { ok: false, problem: noLink };
  }
  const { code, status } = answer.problem;
  return code === "unexpected" && status < 300 ? { ok: false, problem: noLink } : answer;
}

const noLink: Problem = {
  code: "payment_without_link",
  status: 200,
  title: texts.errorTitle,
  message: texts.paymentWithoutLink,
};
