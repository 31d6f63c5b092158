import { setTimeout as sleep } from "node:timers/promises";
import { checkConsent, readSession } from "@idanimo/contract/verification";
import { type Account, answeredAs, askingOf, lateOneCame, longestMs } from "./account.ts";
import { Differs, type Item, type Purchase } from "./books.ts";
import type { Word } from "./commands.ts";

/** What the asker reads, and what the people asked about say. */

/** Where a purchase stands. @param waits until nothing of it is being looked up */
export async function readPurchase(own: Account, purchase: Purchase, waits: boolean): Promise<void> {
  for (const until = Date.now() + longestMs; ; await sleep(40)) {
    const seen = await own.client.call(readSession, { sessionCode: purchase.sessionCode });
    const isPaid = seen.state === "paid" || seen.state === "completed";
    if (isPaid && !purchase.isPaid) lateOneCame(own, purchase);
    if (!isPaid && purchase.isPaid) throw new Differs(`${purchase.transactionId} was paid and is ${seen.state}`);
    for (const { requestId, state } of seen.items) {
      const item = purchase.items.find(({ id }) => id === requestId);
      if (!item) throw new Differs(`${purchase.transactionId} has an item nobody asked for`);
      if (state === "awaiting_consent") own.books.saw(item, "waiting");
      else if (state !== "priced" && state !== "running") own.books.saw(item, state);
      else if (item.state === "waiting" || item.state === "ended")
        throw new Differs(`item ${requestId} was ${item.outcome ?? item.state} and is ${state}`);
    }
    const isDone = purchase.items.every(({ state }) => state === "ended");
    if (isDone !== (seen.state === "completed")) throw new Differs(`${purchase.transactionId} is ${seen.state}`);
    if (!waits || purchase.items.every(({ state }) => state !== "running")) return;
    if (Date.now() > until) throw new Differs(`${purchase.transactionId} is still being looked up`);
  }
}

/** Reads a request as its asker may: its record is there as long as it may be seen, and no longer. */
export async function readRequest(own: Account, item: Item): Promise<Record<string, unknown> | null> {
  const seen = await own.client.call(checkConsent, { id: item.id });
  if (seen.outcome !== null) own.books.saw(item, seen.outcome);
  else if (seen.consent === "pending") own.books.saw(item, "waiting");
  else if (item.state === "ended") throw new Differs(`item ${item.id} had ended as ${item.outcome}`);
  const asks = item.type === "nin" || item.type === "phone" || item.type === "bvn";
  const isOpen = item.outcome === "DELIVERED" && !item.isWithdrawn;
  if ((seen.data !== null) !== isOpen)
    throw new Differs(
      `the record of ${item.type} ${item.id} (${item.outcome}) is ${seen.data ? "readable" : "not readable"}`,
    );
  const consent =
    item.state !== "ended"
      ? item.state === "waiting"
        ? "pending"
        : "initiate"
      : item.outcome === "DELIVERED"
        ? item.isWithdrawn
          ? "terminated"
          : "granted"
        : item.outcome === "DENIED"
          ? "denied"
          : item.outcome === "NO_DATA"
            ? "No data found"
            : "terminated";
  if (seen.consent !== consent) throw new Differs(`consent of ${item.id} is ${seen.consent}, not ${consent} (${asks})`);
  return seen.data;
}

/** The person says one thing, or two at the same moment. */
export async function says(own: Account, item: Item, words: readonly (Word | "withdraw")[]): Promise<void> {
  await readPurchase(own, item.purchase, true);
  if (!askingOf(own).includes(item) || item.state === "running") return;
  const isWaiting = item.state === "waiting";
  const phone = item.value.split(" ").at(-1) ?? "";
  // by the same number another request of the same person may wait: STOP answers all of them
  const statuses = await Promise.all(words.map((word) => own.world.says(item.id, phone, word)));
  const read = () => own.client.call(checkConsent, { id: item.id });
  let seen = await read();
  // a reply that was not taken comes again
  for (
    const until = Date.now() + longestMs;
    isWaiting && seen.outcome === null && Date.now() < until;
    await sleep(200)
  ) {
    if (!words.some((word, at) => word.startsWith("sms") && statuses[at] === 503)) break;
    seen = await read();
  }
  const ends = words.map((word) => outcomeOf(word));
  if (!isWaiting) {
    const wasOpen = item.outcome === "DELIVERED" && !item.isWithdrawn;
    words.forEach((word, at) => {
      const status = statuses[at] ?? 0;
      if (word.startsWith("sms")) return answeredAs(String(status), ["200"], "a late SMS");
      const may = word === "withdraw" && wasOpen ? ["303"] : ["409"];
      // of two withdrawals at once one is too late
      answeredAs(String(status), words.length > 1 && word === "withdraw" ? [...may, "409"] : may, `a late ${word}`);
    });
    if (wasOpen && words.includes("withdraw")) item.isWithdrawn = true;
  } else {
    const first = ends.filter((end) => end !== undefined);
    if (first.length === 0) {
      answeredAs(String(statuses[0]), ["409"], "a yes taken back before it was given");
    } else {
      if (seen.outcome === null || !first.some((end) => end === seen.outcome))
        throw new Differs(
          `after ${words.join(" and ")} (${statuses.join(", ")}) item ${item.id} is ${seen.outcome ?? "open"}`,
        );
      own.books.saw(item, seen.outcome);
      if (words.includes("withdraw") && seen.outcome === "DELIVERED") {
        const at = words.indexOf("withdraw");
        answeredAs(String(statuses[at]), ["303", "409"], "a yes and its withdrawal at once");
        item.isWithdrawn = statuses[at] === 303;
      }
      const pages = words.flatMap((word, at) => (word.startsWith("sms") || word === "withdraw" ? [] : [statuses[at]]));
      if (pages.filter((status) => status === 303).length > 1)
        throw new Differs(`two answers counted: ${words.join(", ")}`);
      if (words.length === 1 && pages.length === 1) answeredAs(String(pages[0]), ["303"], `the page's ${words[0]}`);
    }
  }
  await readRequest(own, item);
}
/** How an item ends when its person says this; a withdrawal ends none. */
function outcomeOf(word: Word | "withdraw") {
  if (word === "withdraw") return undefined;
  if (word === "grant" || word === "sms_yes") return "DELIVERED" as const;
  return word === "wrong-person" ? ("NO_CONTACT" as const) : ("DENIED" as const);
}
