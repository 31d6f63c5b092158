import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { apiBase } from "@idanimo/contract/operation";
import * as texts from "@idanimo/contract/texts";
import { readSession } from "@idanimo/contract/verification";
import { walletPayment } from "@idanimo/contract/wallet";
import * as z from "zod/mini";
import { type Client, Rejected, retry } from "../support/client.ts";
import type { Fleet } from "../support/fleet.ts";
import type { Load } from "../support/load-generator.ts";
import { createOrder, type Order, payFromWallet } from "../support/purchases.ts";
import type { Random } from "../support/random.ts";
import { searchOf } from "../support/searches.ts";

export type PaymentResponses = {
  /** How often each kind came: `200`, `503 unavailable`, `no response`. */
  readonly byKind: Map<string, number>;
  readonly wrong: Set<string>;
};

const problem = z.object({ code: z.string(), message: z.string() });

/** Pays again and again while the database fails, and compares each response with what really happened. */
export async function payAndCheckResponses(
  fleet: Fleet,
  { clients: [client], journal }: Load,
  random: Random,
  responses: PaymentResponses,
  isOver: () => boolean,
): Promise<void> {
  while (client && !isOver()) {
    const search = searchOf("nin", random, ["1234", "5678", "4321"]);
    if (!search) return;
    try {
      const order = await createOrder(client, search);
      await payOnce(client, random.pick(fleet.urls), order, responses);
      const { sessionCode, transactionID } = order;
      journal.purchases.push({ client, searchType: "nin", sessionCode, transactionID, cardReference: undefined });
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      if (error.status >= 500 && error.code !== "source_down") responses.wrong.add(error.message);
      await sleep(50);
    }
  }
}

async function payOnce(client: Client, url: string, order: Order, { byKind, wrong }: PaymentResponses): Promise<void> {
  const key = randomUUID();
  const { sessionCode, transactionID, amount } = order;
  const response = await fetch(url + apiBase + walletPayment.path, {
    method: "POST",
    headers: {
      authorization: `Bearer ${client.token}`,
      "content-type": "application/json",
      "idempotency-key": key,
    },
    body: JSON.stringify({ sessionCode, transactionID, amount }),
    signal: AbortSignal.timeout(30_000),
  }).catch(() => undefined);
  const body = response && !response.ok ? problem.parse(await response.json()) : undefined;
  const kind = response ? `${response.status}${body ? ` ${body.code}` : ""}` : "no response";
  byKind.set(kind, (byKind.get(kind) ?? 0) + 1);
  const isPaid = async () => {
    const { state } = await retry(() => client.call(readSession, { sessionCode }));
    return state === "paid" || state === "completed";
  };
  if (response?.status === 503) {
    if (!response.headers.has("retry-after")) wrong.add("a 503 has no retry-after");
    if (body?.code === "unavailable") {
      if (body.message !== texts.unavailable) wrong.add(`a 503 says: ${body.message}`);
      if (await isPaid()) wrong.add("a response says that nothing was charged, but it was");
    }
  } else if (response && response.status >= 500) wrong.add(`${kind}: ${body?.message ?? ""}`);
  await payFromWallet(client, order, key); // the same key until there is a final response
  if (!(await isPaid())) wrong.add("an acknowledged payment is missing");
}
