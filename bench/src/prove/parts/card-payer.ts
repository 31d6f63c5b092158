import { checkPayment, startPayment } from "@idanimo/contract/wallet";
import * as z from "zod/mini";
import { type Client, untilAnswered } from "../../client.ts";

/** People who pay at the card provider, and what the provider is made to do behind them. */

export const providerKey = { authorization: "Bearer sandbox-flw-secret-key" };

const post = (url: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
  fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

/** Changes the provider's own books; answers its id of the transaction. */
export async function changeBooks(sandbox: string, txRef: string, change: string, more: object = {}): Promise<string> {
  const answer = await post(`${sandbox}/__sandbox/flutterwave/books`, { txRef, change, ...more });
  if (!answer.ok) throw new Error(`the sandbox refused ${change}: ${await answer.text()}`);
  return String(z.parse(z.object({ id: z.nullable(z.number()) }), await answer.json()).id);
}

/** From now on the provider tells nobody how a payment ended. */
export const silence = (sandbox: string) =>
  post(`${sandbox}/__sandbox/faults`, { target: "flutterwave", kind: "webhook_none" });

/** Sends money back to a card, as somebody does on the provider's own dashboard. */
export const sendBack = (sandbox: string, providerId: string, amount: number) =>
  post(`${sandbox}/flutterwave/v3/transactions/${providerId}/refund`, { amount }, providerKey);

const opened = z.object({ data: z.object({ link: z.string() }) });

/** A payment that somebody else's shop took through the same account. */
export async function payElsewhere(sandbox: string, reference: string): Promise<void> {
  const order = {
    tx_ref: reference,
    amount: 500,
    currency: "NGN",
    redirect_url: "http://localhost/",
    customer: { email: "somebody@example.test" },
  };
  const { data } = z.parse(opened, await (await post(`${sandbox}/flutterwave/v3/payments`, order, providerKey)).json());
  await press(data.link, "approve");
}

const press = (link: string, outcome: string) =>
  fetch(link, { method: "POST", body: new URLSearchParams({ outcome }), redirect: "manual" });

export type Started = { readonly client: Client; readonly link: string; readonly reference: string };

/** Opens the payment page for a top-up. @param amount in major units */
export async function start(client: Client, amount: number, currency: "NGN" | "USD"): Promise<Started> {
  const { data } = await untilAnswered(() => client.call(startPayment, { amount, currency, type: "TOPUP" }));
  return { client, link: data.link, reference: data.txRef };
}

/** Presses a button on the payment page. */
export const pay = async ({ link }: Started, outcome: string) => void (await press(link, outcome));

/** How the product says that it stands, having asked the provider. */
export const standing = async ({ client, reference }: Started): Promise<string> =>
  (await untilAnswered(() => client.call(checkPayment, { transactionRef: reference }))).data.status;

/** Does something with each of many, a few at a time. */
export async function forEach<Value>(values: readonly Value[], work: (value: Value) => Promise<void>, atOnce = 6) {
  const left = values.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const value of left) await work(value);
    }),
  );
}
