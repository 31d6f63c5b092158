import { startPayment } from "@idanimo/contract/wallet";
import { type Client, untilAnswered } from "../../client.ts";

/** People who pay at the card provider, and what the provider is made to do behind them. */

const post = (url: string, body: object) =>
  fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

/** From now on the provider tells nobody how a payment ended. */
export const silence = (sandbox: string) =>
  post(`${sandbox}/__sandbox/faults`, { target: "flutterwave", kind: "webhook_none" });

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

/** Does something with each of many, a few at a time. */
export async function forEach<Value>(values: readonly Value[], work: (value: Value) => Promise<void>, atOnce = 6) {
  const left = values.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const value of left) await work(value);
    }),
  );
}
