import { checkConsent, readSession } from "@idanimo/contract/verification";
import { type Account, askingItems, expectCode, repeatUntil } from "./account.ts";
import type { Sent } from "./commands.ts";
import { type Item, Mismatch, type Purchase } from "./ledger.ts";

/** What the requester reads, and what subjects decide. */

/** Reads a purchase. @param waits until none of its lookups runs */
export async function readPurchase({ client, ledger }: Account, purchase: Purchase, waits: boolean): Promise<void> {
  const { sessionCode, transactionId } = purchase;
  await repeatUntil(`lookups of ${transactionId}`, async () => {
    const seen = await client.call(readSession, { sessionCode });
    const isPaid = seen.state === "paid" || seen.state === "completed";
    if (isPaid && !purchase.paidFrom) ledger.settleLate(purchase);
    if (!isPaid && purchase.paidFrom) throw new Mismatch(`${transactionId} was paid and is ${seen.state}`);
    for (const { requestId, state } of seen.items) {
      const item = purchase.items.find(({ id }) => id === requestId);
      if (!item) throw new Mismatch(`${transactionId} has an unknown item`);
      if (state === "awaiting_consent") ledger.observe(item, "waiting");
      else if (state !== "priced" && state !== "running") ledger.observe(item, state);
      else if (item.state === "waiting" || item.state === "ended")
        throw new Mismatch(`item ${requestId} was ${item.outcome ?? item.state} and is ${state}`);
    }
    const hasEnded = purchase.items.every(({ state }) => state === "ended");
    if (hasEnded !== (seen.state === "completed")) throw new Mismatch(`${transactionId} is ${seen.state}`);
    return !waits || purchase.items.every(({ state }) => state !== "running");
  });
}

function consentState({ state, outcome, isWithdrawn }: Item): string {
  if (state !== "ended") return state === "waiting" ? "pending" : "initiate";
  if (outcome === "DELIVERED") return isWithdrawn ? "terminated" : "granted";
  if (outcome === "DENIED") return "denied";
  return outcome === "NO_DATA" ? "No data found" : "terminated";
}

/** Reads a request: its record is there exactly while it may be seen. */
export async function readRequest({ client, ledger }: Account, item: Item): Promise<void> {
  const seen = await client.call(checkConsent, { id: item.id });
  if (seen.outcome !== null) ledger.observe(item, seen.outcome);
  else if (seen.consent === "pending") ledger.observe(item, "waiting");
  else if (item.state === "ended") throw new Mismatch(`item ${item.id} had ended as ${item.outcome}`);
  const isReadable = item.outcome === "DELIVERED" && !item.isWithdrawn;
  if ((seen.data !== null) !== isReadable)
    throw new Mismatch(`the record of ${item.type} ${item.id} (${item.outcome}) is ${seen.data ? "" : "not "}readable`);
  if (seen.consent !== consentState(item))
    throw new Mismatch(`the consent of ${item.id} is ${seen.consent}, not ${consentState(item)}`);
}

/** The outcome that a decision leads to; a withdrawal leads to none. */
function outcomeOf(sent: Sent) {
  if (sent === "withdraw") return undefined;
  if (sent === "grant" || sent === "sms_yes") return "DELIVERED" as const;
  return sent === "wrong-person" ? ("NO_CONTACT" as const) : ("DENIED" as const);
}

/** A subject sends one decision, or two at the same time. */
export async function decide(own: Account, item: Item, sent: readonly Sent[]): Promise<void> {
  await readPurchase(own, item.purchase, true);
  if (!askingItems(own).includes(item) || item.state === "running") return;
  const phone = item.value.split(" ").at(-1) ?? "";
  const wasWaiting = item.state === "waiting";
  const all = await Promise.all(
    sent.map(async (one) => ({ sent: one, status: await own.product.decide(item.id, phone, one) })),
  );
  if (wasWaiting) await checkDecision(own, item, all);
  else checkTooLate(item, all);
  await readRequest(own, item);
}

type Answered = { readonly sent: Sent; readonly status: number };
const isSms = ({ sent }: Answered) => sent.startsWith("sms");

/** The request was decided already: only a withdrawal of a granted one counts. */
function checkTooLate(item: Item, all: readonly Answered[]): void {
  const wasGranted = item.outcome === "DELIVERED" && !item.isWithdrawn;
  for (const one of all) {
    const counts = one.sent === "withdraw" && wasGranted;
    const allowed = isSms(one) ? ["200"] : counts ? ["303"] : ["409"];
    expectCode(String(one.status), allowed, `a late ${one.sent}`);
    if (counts) item.isWithdrawn = true;
  }
}

/** The request was waiting: exactly one decision counts, and of two withdrawals or decisions the other is too late. */
async function checkDecision(own: Account, item: Item, all: readonly Answered[]): Promise<void> {
  const { client, ledger } = own;
  const possible = all.map(({ sent }) => outcomeOf(sent)).filter((outcome) => outcome !== undefined);
  const withdrawal = all.find(({ sent }) => sent === "withdraw");
  if (possible.length === 0) return expectCode(String(withdrawal?.status), ["409"], "a withdrawal before a grant");
  let outcome: string | null = null;
  await repeatUntil("a decision", async () => {
    ({ outcome } = await client.call(checkConsent, { id: item.id }));
    return outcome !== null || !all.some((one) => isSms(one) && one.status === 503); // that webhook comes again
  });
  const counted = possible.find((one) => one === outcome);
  const words = all.map(({ sent, status }) => `${sent} (${status})`).join(" and ");
  if (counted === undefined) throw new Mismatch(`after ${words} item ${item.id} is ${outcome ?? "open"}`);
  ledger.observe(item, counted);
  if (withdrawal) {
    expectCode(String(withdrawal.status), ["303", "409"], "a withdrawal beside a decision");
    item.isWithdrawn = counted === "DELIVERED" && withdrawal.status === 303;
  }
  const pages = all.filter((one) => !isSms(one) && one.sent !== "withdraw");
  if (pages.filter(({ status }) => status === 303).length > 1) throw new Mismatch(`two decisions counted: ${words}`);
  if (all.length === 1 && pages[0]) expectCode(String(pages[0].status), ["303"], `the page's ${pages[0].sent}`);
  return undefined;
}
