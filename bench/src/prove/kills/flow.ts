import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { profile } from "@idanimo/contract/accounts";
import type { SearchType } from "@idanimo/contract/catalogue";
import type { Operation, OutputOf, SentInputOf } from "@idanimo/contract/operation";
import { checkConsent, createSession, readSession } from "@idanimo/contract/verification";
import { outcomes } from "@idanimo/contract/verification-states";
import { checkPayment, startPayment, walletPayment } from "@idanimo/contract/wallet";
import * as z from "zod/mini";
import { pressOnPage } from "../../campaign/buyers.ts";
import { searchOf } from "../../campaign/searches.ts";
import type { Chance } from "../../chance.ts";
import { type Client, Refused, untilAnswered } from "../../client.ts";
import type { Fleet } from "../../fleet.ts";
import type { Dying } from "./dying.ts";

/** What a flow has at hand: a careful client, who repeats what was not answered, and the world outside. */
export type World = {
  readonly fleet: Fleet;
  readonly client: Client;
  readonly chance: Chance;
  /** How often each value was bought whose source answers: it may be asked as often and no more. */
  readonly typed: Map<string, number>;
  /** Has the program die at a point of its own while something is done, whatever else it is to die at. */
  readonly dyingAt: Dying["dyingAt"];
};
/** One way through the product, from the first call to its end; throws where it ends otherwise than it must. */
export type Flow = { readonly name: string; readonly run: (world: World) => Promise<void> };

/** The longest that anything takes whose program died: a silent attempt is given up after 75 s, a job handed on after 20 s. */
const mostWaitMs = 240_000;

export async function until<Value>(what: string, look: () => Promise<Value | undefined>): Promise<Value> {
  for (const end = Date.now() + mostWaitMs; Date.now() < end; await sleep(150)) {
    const found = await look();
    if (found !== undefined) return found;
  }
  throw new Error(`waited for ever: ${what}`);
}

export const expected = (what: string, is: unknown, shouldBe: readonly unknown[]) => {
  if (!shouldBe.includes(is)) throw new Error(`${what} is ${String(is)} and must be ${shouldBe.join(" or ")}`);
};

/** A call that is repeated until it is answered. */
export const ask = <Op extends Operation>(
  { client }: World,
  operation: Op,
  input: SentInputOf<Op>,
  key?: string,
): Promise<OutputOf<Op>> => untilAnswered(() => client.call(operation, input, key), mostWaitMs);

export const balanceOf = async (world: World) => (await ask(world, profile, {})).walletBalance;

/** What is bought, by the ending of the value that is typed. */
export async function order(world: World, type: SearchType, ending: string, more: object = {}) {
  const payload = searchOf(type, world.chance, [ending]);
  if (!payload) throw new Error(`nothing to type for ${type}`);
  // a source that was seen to fail is left alone for a while
  const made = await until("a source that is up", () =>
    ask(world, createSession, { ...payload, ...more, currency: "NGN" }).catch((error: unknown) => {
      if (error instanceof Refused && error.code === "source_down") return undefined;
      throw error;
    }),
  );
  const { nin, phone, bvn, rc, vin } = payload;
  // a source that fails is asked again, and so is another one
  for (const value of ending === "0003" ? [] : [nin, phone, bvn, rc, vin])
    if (value !== undefined) world.typed.set(value, (world.typed.get(value) ?? 0) + 1);
  const { sessionCode, transactionID, quote } = made;
  return { sessionCode, transactionID, total: quote.total, amount: String(Number(quote.total) / 100) };
}
export type Order = Awaited<ReturnType<typeof order>>;

export async function payFromWallet(world: World, { sessionCode, transactionID, amount }: Order): Promise<void> {
  const key = randomUUID();
  const paid = await ask(world, walletPayment, { sessionCode, transactionID, amount }, key);
  expected("the payment", paid.status, ["success"]);
  const again = await ask(world, walletPayment, { sessionCode, transactionID, amount }, key);
  expected("its second answer", again.status, ["success"]);
}

/** Pays at the provider's page. @param notice whether the provider tells of it by itself */
export async function payAtProvider(world: World, { sessionCode, amount }: Order, notice: boolean): Promise<string> {
  if (!notice) await strike(world.fleet, "flutterwave", "webhook_none");
  const input = { amount, currency: "NGN", country: "NG", type: "VERIFICATION", sessionCode } as const;
  const { link, txRef } = (await ask(world, startPayment, input, randomUUID())).data;
  await pressOnPage(link, "approve");
  return txRef;
}

export const untilCounted = (world: World, transactionRef: string) =>
  until("a payment that is counted", async () => {
    const { data } = await ask(world, checkPayment, { transactionRef });
    return data.status === "successful" ? true : undefined;
  });

export async function strike(fleet: Fleet, target: string, kind: string): Promise<void> {
  await fetch(`${fleet.sandboxUrl}/__sandbox/faults`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ target, kind, count: 1 }),
  });
}

const isEnd = (state: string) => outcomes.some((outcome) => outcome === state);

/** Waits until a purchase's items have ended, or their people are asked. */
export const untilStill = (world: World, { sessionCode }: Order, isStill = (state: string) => isEnd(state)) =>
  until("look-ups that end", async () => {
    const { state, items } = await ask(world, readSession, { sessionCode });
    if (state !== "paid" && state !== "completed") return undefined;
    return items.every((item) => isStill(item.state)) ? items : undefined;
  });
export const asksOrEnds = (state: string) => isEnd(state) || state === "awaiting_consent";

const messages = z.array(z.object({ id: z.string(), channel: z.string(), text: z.string() }));
const inbox = async (fleet: Fleet) => messages.parse(await (await fetch(`${fleet.sandboxUrl}/inbox/messages`)).json());

/** Answers every question that waits in the sandbox's inbox and was not answered before. */
export async function reply(world: World, word: "YES" | "NO", answered: Set<string>): Promise<void> {
  for (const { id, channel, text } of await inbox(world.fleet)) {
    const code = /YES ([A-Z0-9]{6})/.exec(text)?.[1];
    if (channel !== "sms" || code === undefined || answered.has(code)) continue;
    answered.add(code);
    await fetch(`${world.fleet.sandboxUrl}/inbox/messages/${id}/reply`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ text: `${word} ${code}` }),
    });
  }
}

/**
 * The person's own page, where they take a yes back, pressed until the request's is. The receipt of an earlier flow may come late, after
 * a kill: what it leads to is taken back as well.
 */
export async function takeBack(world: World, seen: ReadonlySet<string>, requestId: string): Promise<void> {
  await until("a yes that is taken back", async () => {
    const links = (await inbox(world.fleet)).flatMap(({ id, text }) =>
      seen.has(id) || /YES [A-Z0-9]{6}/.test(text) ? [] : (/\/consent\/([A-Za-z0-9_-]{43})/.exec(text)?.[1] ?? []),
    );
    for (const token of links)
      await fetch(`${world.fleet.urls[0] ?? ""}/consent/${token}/withdraw`, {
        method: "POST",
        body: new URLSearchParams(),
        redirect: "manual",
      }).catch(() => undefined);
    return (await consentOf(world, requestId)).consent === "terminated" || undefined;
  });
}
export const idsInInbox = async (fleet: Fleet): Promise<ReadonlySet<string>> =>
  new Set((await inbox(fleet)).map(({ id }) => id));

export const mailsTo = async ({ sandboxUrl }: Fleet, to: string): Promise<number> =>
  messages.parse(await (await fetch(`${sandboxUrl}/inbox/messages?to=${encodeURIComponent(to)}`)).json()).length;

/** A request whose personal values are gone, key and rows. */
export const untilPurged = ({ fleet }: World, requestId: string) =>
  until("a request that is purged", async () => {
    const found = await fleet.owner.query(
      "select from verification_requests where id = $1 and purged_at is not null and search_sealed is null",
      [requestId],
    );
    return found.rowCount ? true : undefined;
  });

export const consentOf = (world: World, id: string) => ask(world, checkConsent, { id });
