import { profile } from "@idanimo/contract/accounts";
import { readBulk } from "@idanimo/contract/bulk";
import { readSession } from "@idanimo/contract/verification";
import { checkPayment, paymentHistory } from "@idanimo/contract/wallet";
import * as z from "zod/mini";
import { type Client, untilAnswered } from "../client.ts";
import type { Bought } from "./buyers.ts";

/** What the product says of purchases and money, put beside what the sandbox says it took. */

export type Standing = {
  readonly bought: Bought;
  readonly state: "initiated" | "paid" | "completed" | "abandoned";
  readonly items: readonly string[];
};

/** Does something with each of many, a few at a time. */
async function forEach<Value>(values: readonly Value[], work: (value: Value) => Promise<void>): Promise<void> {
  const left = values.values();
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (const value of left) await work(value);
    }),
  );
}

/** Where each purchase stands. */
export async function standings(all: readonly Bought[]): Promise<readonly Standing[]> {
  const found: Standing[] = [];
  await forEach(all, async (bought) => {
    const { state, items } = await untilAnswered(() =>
      bought.client.call(readSession, { sessionCode: bought.sessionCode }),
    );
    const each = await Promise.all(
      items.map((item) =>
        item.searchType === "bulk_nin" ? linesOf(bought.client, item.requestId) : Promise.resolve([item.state]),
      ),
    );
    found.push({ bought, state, items: each.flat() });
  });
  return found;
}

/** Where each line of a file stands. */
async function linesOf(client: Client, uploadId: string): Promise<readonly string[]> {
  const file = await untilAnswered(() => client.call(readBulk, { uploadId }));
  const lines = Object.entries(file.outcomes).flatMap(([outcome, times]) =>
    Array.from({ length: times }, () => outcome),
  );
  const waiting = Array.from({ length: file.waiting }, () => "awaiting_consent");
  const open = Array.from({ length: file.records - lines.length - waiting.length }, () => "running");
  return [...lines, ...waiting, ...open];
}

/** A purchase that was paid for and has an item that is still being looked up. */
export const isOpen = ({ state, items }: Standing) =>
  (state === "paid" || state === "completed") && items.some((item) => item === "running" || item === "priced");

const taken = z.object({
  payments: z.object({
    takenTwice: z.number(),
    byReference: z.array(
      z.object({ txRef: z.string(), currency: z.enum(["NGN", "USD"]), paid: z.number(), times: z.number() }),
    ),
  }),
});

export type Sums = { NGN: bigint; USD: bigint };
const none = (): Sums => ({ NGN: 0n, USD: 0n });
const minor = (major: number) => BigInt(Math.round(major * 100));

/** What the card provider took, by whether the product counts it; the rest was put aside for a person to look at. */
export async function takenBy(sandbox: string, all: readonly Bought[], toppedUp: Sums) {
  const stats = taken.parse(await (await fetch(`${sandbox}/__sandbox/stats`)).json());
  const byReference = new Map(
    all.flatMap((one) => (one.reference === undefined ? [] : [[one.reference, one] as const])),
  );
  const counted: Sums = { ...toppedUp };
  const aside = none();
  let unknown = 0;
  let topUps = 0;
  await forEach(stats.payments.byReference, async ({ txRef, currency, paid }) => {
    const bought = byReference.get(txRef);
    if (!bought) {
      topUps += 1;
      return;
    }
    const { data } = await untilAnswered(() => bought.client.call(checkPayment, { transactionRef: txRef }));
    if (data.status === "successful") counted[currency] += minor(paid);
    else if (data.status === "failed") aside[currency] += minor(paid);
    else unknown += 1;
  });
  return { counted, aside, unknown, topUps };
}

/** What one account's own list of transactions adds up to, beside its wallet. */
export async function booksOf(client: Client, instant: ReadonlySet<string>, began: bigint) {
  let wallet = began;
  const cameIn = none();
  const charges = new Map<string, number>();
  let refunds = 0;
  let after: string | undefined;
  do {
    const cursor: { after?: string } = after === undefined ? {} : { after };
    const page = await untilAnswered(() => client.call(paymentHistory, { size: 100, ...cursor }));
    for (const { transactionType: kind, transactionID: label, amount, currency, successful } of page.transactions) {
      if (!successful) continue;
      const atProvider = kind === "VERIFICATION" && instant.has(label);
      if (kind === "VERIFICATION") charges.set(label, (charges.get(label) ?? 0) + 1);
      if (kind === "REFUND") refunds += 1;
      if (kind === "TOPUP" || atProvider) cameIn[currency] += amount;
      if (currency === "NGN" && !atProvider) wallet += kind === "VERIFICATION" ? -amount : amount;
    }
    after = page.next ?? undefined;
  } while (after !== undefined);
  const { walletBalance } = await untilAnswered(() => client.call(profile, {}));
  return { isBalanced: walletBalance === wallet, cameIn, charges, refunds };
}
