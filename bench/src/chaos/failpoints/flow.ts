import { randomUUID } from "node:crypto";
import { profile } from "@idanimo/contract/accounts";
import type { SearchType } from "@idanimo/contract/catalogue";
import { checkConsent, readSession } from "@idanimo/contract/verification";
import { type Client, Rejected, retry } from "../../support/client.ts";
import { waitFor } from "../../support/concurrency.ts";
import type { Fleet } from "../../support/fleet.ts";
import { createOrder, isOutcome, type Order, payFromWallet } from "../../support/purchases.ts";
import type { Random } from "../../support/random.ts";
import { consentToken, replyCode } from "../../support/sandbox.ts";
import { searchOf, valuesOf } from "../../support/searches.ts";
import type { FailpointProgram } from "./failpoint-program.ts";

export type FlowContext = {
  readonly fleet: Fleet;
  readonly client: Client;
  readonly program: FailpointProgram;
  readonly random: Random;
  /** How often each value was bought that a source responds to: it may be queried as often and no more. */
  readonly searched: Map<string, number>;
};
/** One way through the product, from the first call to its end; throws when it ends otherwise than it must. */
export type Flow = { readonly name: string; readonly run: (context: FlowContext) => Promise<void> };

export function expectOneOf<Value>(what: string, actual: Value, allowed: readonly Value[]): void {
  if (!allowed.includes(actual)) throw new Error(`${what} is ${String(actual)}, not ${allowed.join(" or ")}`);
}

export const balanceOf = async ({ client }: FlowContext) => (await retry(() => client.call(profile, {}))).walletBalance;
export const consentOf = ({ client }: FlowContext, id: string) => retry(() => client.call(checkConsent, { id }));

/** Orders a lookup of a value with this ending, once its source is up. */
export async function order(context: FlowContext, type: SearchType, ending: string, more = {}): Promise<Order> {
  const search = searchOf(type, context.random, [ending]);
  if (!search) throw new Error(`${type} cannot be searched for`);
  const made = await waitFor("a source that is up", () =>
    createOrder(context.client, { ...search, ...more }).catch((error: unknown) => {
      if (error instanceof Rejected && error.code === "source_down") return undefined;
      throw error;
    }),
  );
  const isRetried = ending === "0003"; // a failing source is queried again, and so is another one
  for (const value of isRetried ? [] : valuesOf(search))
    context.searched.set(value, (context.searched.get(value) ?? 0) + 1);
  return made;
}

/** Pays twice with one key. */
export async function pay({ client }: FlowContext, made: Order): Promise<void> {
  const key = randomUUID();
  await payFromWallet(client, made, key);
  await payFromWallet(client, made, key);
}

export const asksOrEnded = (state: string) => isOutcome(state) || state === "awaiting_consent";

/** Waits until a purchase is paid and all its items are at rest. */
export const untilAtRest = ({ client }: FlowContext, { sessionCode }: Order, isAtRest: (state: string) => boolean) =>
  waitFor("lookups at rest", async () => {
    const { state, items } = await retry(() => client.call(readSession, { sessionCode }));
    const isPaid = state === "paid" || state === "completed";
    return isPaid && items.every((item) => isAtRest(item.state)) && items;
  });

/** Answers each consent request in the inbox once. */
export async function reply({ fleet }: FlowContext, word: "YES" | "NO", answered: Set<string>): Promise<void> {
  for (const message of await fleet.sandbox.messages()) {
    const code = replyCode(message.text);
    if (message.channel !== "sms" || code === undefined || answered.has(code)) continue;
    answered.add(code);
    await fleet.sandbox.reply(message, `${word} ${code}`);
  }
}

/** Withdraws on every consent page that came after `seen`, until this request is withdrawn: confirmations may be late. */
export async function withdraw(context: FlowContext, seen: ReadonlySet<string>, requestId: string): Promise<void> {
  const { sandbox, urls } = context.fleet;
  await waitFor("a withdrawal", async () => {
    for (const { id, text } of await sandbox.messages()) {
      const token = consentToken(text);
      if (seen.has(id) || replyCode(text) !== undefined || token === undefined) continue;
      const form = { method: "POST", body: new URLSearchParams(), redirect: "manual" } as const;
      await fetch(`${urls[0]}/consent/${token}/withdraw`, form).catch(() => undefined); // its program may be down
    }
    return (await consentOf(context, requestId)).consent === "terminated";
  });
}

/** Waits until the pieces of a record that were not granted are deleted. */
export const untilDiscarded = ({ fleet }: FlowContext, requestId: string) =>
  waitFor("the deletion of ungranted pieces", async () => {
    const ungranted =
      "result_parts p join consents c on c.request_id = p.request_id where p.request_id = $1 and not p.parts <@ c.parts_granted";
    return (await fleet.count(ungranted, [requestId])) === 0;
  });

/** Waits until the personal values of a request are purged. */
export const untilPurged = ({ fleet }: FlowContext, requestId: string) =>
  waitFor("a purge", async () => {
    const purged = "verification_requests where id = $1 and purged_at is not null and search_sealed is null";
    return (await fleet.count(purged, [requestId])) > 0;
  });
