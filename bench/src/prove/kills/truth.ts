import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { apiBase } from "@idanimo/contract/operation";
import * as texts from "@idanimo/contract/texts";
import { createSession, readSession } from "@idanimo/contract/verification";
import { walletPayment } from "@idanimo/contract/wallet";
import * as z from "zod/mini";
import type { Bought } from "../../campaign/buyers.ts";
import { searchOf } from "../../campaign/searches.ts";
import { type Chance, chanceOf } from "../../chance.ts";
import { type Client, Refused, untilAnswered } from "../../client.ts";

/** What people were told who paid while the database went away. */
export type Told = {
  /** Answers of each kind: `200`, `503 unavailable`, `no answer`. */
  readonly answers: Map<string, number>;
  /** "Nothing was charged" was said, and it was true. */
  truly: number;
  /** "It may have been done" was said, and it had been. */
  done: number;
  readonly wrong: string[];
};
export const nothingTold = (): Told => ({ answers: new Map(), truly: 0, done: 0, wrong: [] });

const problem = z.object({ code: z.string(), message: z.string() });
type Order = { readonly sessionCode: string; readonly transactionID: string; readonly amount: string };

/**
 * Pays again and again, looks at every word of what is answered, and asks afterwards whether it was so.
 * @param bought takes every payment that was answered with success
 */
export async function payAndListen(
  client: Client,
  urls: readonly [string, ...string[]],
  seed: number,
  told: Told,
  bought: Bought[],
  isOver: () => boolean,
): Promise<void> {
  const chance = chanceOf(seed);
  while (!isOver()) {
    const payload = searchOf("nin", chance, ["1234", "5678", "4321"]);
    if (!payload) return;
    try {
      const made = await untilAnswered(() => client.call(createSession, { ...payload, currency: "NGN" }));
      const { sessionCode, transactionID } = made;
      await payOnce(client, urls, chance, told, {
        sessionCode,
        transactionID,
        amount: String(Number(made.quote.total) / 100),
      });
      bought.push({ client, searchType: "nin", sessionCode, transactionID, way: "WALLET", reference: undefined });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.status >= 500 && error.code !== "source_down") told.wrong.push(`${error.status} ${error.code}`);
      await sleep(50);
    }
  }
}

async function payOnce(
  client: Client,
  urls: readonly [string, ...string[]],
  chance: Chance,
  told: Told,
  order: Order,
): Promise<void> {
  const key = randomUUID();
  const answer = await fetch(chance.one(urls) + apiBase + walletPayment.path, {
    method: "POST",
    headers: {
      authorization: `Bearer ${client.token}`,
      "content-type": "application/json",
      "idempotency-key": key,
    },
    body: JSON.stringify(order),
    signal: AbortSignal.timeout(30_000),
  }).catch(() => undefined);
  const said = answer && !answer.ok ? problem.parse(await answer.json()) : undefined;
  const kind = answer ? `${answer.status}${said ? ` ${said.code}` : ""}` : "no answer";
  told.answers.set(kind, (told.answers.get(kind) ?? 0) + 1);
  if (answer?.status === 503) {
    if (!answer.headers.get("retry-after")) told.wrong.push("a 503 did not say when to come again");
    const { state } = await untilAnswered(() => client.call(readSession, { sessionCode: order.sessionCode }));
    const isPaid = state === "paid" || state === "completed";
    if (said?.code === "unavailable") {
      if (said.message !== texts.unavailable) told.wrong.push(`a 503 said: ${said.message}`);
      if (isPaid) told.wrong.push("'Nothing was charged' was said of a payment that was charged");
      else told.truly += 1;
    } else if (said?.code === "unconfirmed" && isPaid) told.done += 1;
  } else if (answer && answer.status >= 500) told.wrong.push(`${kind}: ${said?.message ?? ""}`);
  // the careful ending: the same key until there is an answer
  await untilAnswered(() => client.call(walletPayment, order, key));
  const { state } = await untilAnswered(() => client.call(readSession, { sessionCode: order.sessionCode }));
  if (state !== "paid" && state !== "completed")
    told.wrong.push("a payment that was answered with success is not there");
}
