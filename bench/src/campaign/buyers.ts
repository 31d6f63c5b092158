import { setTimeout as sleep } from "node:timers/promises";
import { checkPayment, startPayment } from "@idanimo/contract/wallet";
import type { Client } from "../client.ts";

/** Presses a button on the provider's page, and does not wait for where that leads: the program there may be away. */
async function pressOnPage(link: string, outcome: string): Promise<void> {
  await fetch(link, { method: "POST", body: new URLSearchParams({ outcome }), redirect: "manual" });
}

/** Adds money on the provider's page, as a person with a card would. */
export async function topUp(client: Client, naira: number): Promise<void> {
  const started = await client.call(startPayment, { amount: naira, currency: "NGN", type: "TOPUP" });
  await pressOnPage(started.data.link, "approve");
  for (;;) {
    const check = await client.call(checkPayment, { transactionRef: started.data.txRef });
    if (check.data.status === "successful") return;
    await sleep(200);
  }
}
