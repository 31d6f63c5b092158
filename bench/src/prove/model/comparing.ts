import { setTimeout as sleep } from "node:timers/promises";
import { profile } from "@idanimo/contract/accounts";
import { type Currency, textFromMinor } from "@idanimo/contract/money";
import { checkConsent, readSession } from "@idanimo/contract/verification";
import { checkPayment, paymentHistory, startPayment, walletPayment } from "@idanimo/contract/wallet";
import { type Account, answeredAs, longestMs, newest, soldOf } from "./account.ts";
import { readPurchase } from "./asking.ts";
import { Differs, type Move, type Payment } from "./books.ts";
import type { Command } from "./commands.ts";
import { checkPage } from "./paying.ts";
import { readOrder } from "./stakeholders.ts";
import { answerOf } from "./world.ts";

/** What is asked only to compare: wallets, lists, what is somebody else's. */

const keyOf = ({ kind, label, minor, currency, successful }: Move) =>
  `${kind} ${label} ${minor} ${currency} ${successful}`;

export async function look(own: Account): Promise<void> {
  const seen = await own.client.call(profile, {});
  if (seen.currency !== own.books.active) throw new Differs(`the wallet is ${seen.currency}, not ${own.books.active}`);
  for (const { currency, balance } of seen.wallets) holds(own, currency, balance);
  holds(own, seen.currency, seen.walletBalance);
}

export function holds(own: Account, currency: Currency, balance: bigint): void {
  if (!own.books.mayHold(currency)(balance))
    throw new Differs(`the ${currency} wallet holds ${balance}, the model says ${own.books.balance[currency]}`);
}

/** The newest page of the list: each line is one that there is, and once. */
export async function listNewest(own: Account): Promise<void> {
  const { transactions } = await own.client.call(paymentHistory, { size: 20 });
  const labels = new Set([
    ...own.books.purchases.map(({ transactionId }) => transactionId),
    ...own.books.payments.map(({ reference }) => reference),
  ]);
  for (const { transactionID } of transactions)
    if (!labels.has(transactionID)) throw new Differs(`the list shows ${transactionID}, which this account has not`);
  if (new Set(transactions.map(({ id }) => id)).size < transactions.length) throw new Differs("a line is shown twice");
}

export async function repeatCall(own: Account, isSame: boolean): Promise<void> {
  if (!own.keyed) return;
  const { code } = await (isSame ? own.keyed.again() : own.keyed.otherwise());
  answeredAs(code, isSame ? [own.keyed.code] : ["same_key_other_body"], "a repeated call");
}

/** What is another account's is not found, and nothing moves. */
export async function strangers(own: Account, what: Extract<Command, { kind: "strangers" }>["what"]): Promise<void> {
  const { beside } = own;
  const purchase = beside && newest(soldOf(beside), 0);
  const payment = beside && newest(beside.books.payments, 0);
  if (!purchase) return;
  const { sessionCode, transactionId: transactionID, total, currency } = purchase;
  const amount = textFromMinor(total);
  const [item] = purchase.items;
  if (what === "read" && (item?.id ?? "") === "") return; // it is being made
  const calls = {
    pay: () => own.client.call(walletPayment, { sessionCode, transactionID, amount }),
    read_session: () => own.client.call(readSession, { sessionCode }),
    check: () => own.client.call(checkPayment, { transactionRef: payment?.reference ?? "EA00000000000000" }),
    read: () => own.client.call(checkConsent, { id: item?.id ?? "" }),
    open_page: () => own.client.call(startPayment, { amount, currency, type: "VERIFICATION", sessionCode }),
  };
  const { failed, succeeded } = own.books.failures;
  const isStopped = what === "open_page" && failed >= 20 && failed > 4 * succeeded;
  const { code } = await answerOf<unknown>(calls[what]);
  answeredAs(code, isStopped ? ["too_many_requests"] : ["not_found"], `what is a stranger's, ${what}`);
}

/** Waits until nothing is left to come, then everything must be as the model says: wallets, list, outcomes. */
export async function ends(own: Account): Promise<void> {
  const { books } = own;
  for (const payment of books.payments) if (payment.state === "late") await settleLate(own, payment);
  for (const purchase of books.purchases)
    await (purchase.sessionCode === "" ? readOrder(own, purchase, true) : readPurchase(own, purchase, true));
  const people = Map.groupBy(
    books.items.filter(({ purchase, ways }) => purchase.isPaid && ways.includes("BLOCKED")),
    ({ value }) => value,
  );
  for (const [value, items] of people)
    if (items.every(({ outcome }) => outcome === "BLOCKED"))
      throw new Differs(`${value} was paid for and never looked up`);
  const seen = await own.client.call(profile, {});
  for (const { currency, balance } of seen.wallets)
    if (balance !== books.balance[currency])
      throw new Differs(
        `at the end the ${currency} wallet holds ${balance}, the model says ${books.balance[currency]}`,
      );
  const told = (await wholeList(own)).map(keyOf).sort();
  const known = books.moves().map(keyOf).sort();
  const extra = told.filter((line, at) => known[at] !== line)[0];
  if (told.length !== known.length || extra !== undefined)
    throw new Differs(
      `the list has ${told.length} lines, the model ${known.length}; first other one: ${extra ?? known.find((line) => !told.includes(line))}`,
    );
}

export async function settleLate(own: Account, payment: Payment): Promise<void> {
  for (const until = Date.now() + longestMs; payment.state === "late"; await sleep(50)) {
    await checkPage(own, payment);
    if (Date.now() > until) throw new Differs(`payment ${payment.reference} never came`);
  }
}

export async function wholeList(own: Account): Promise<readonly Move[]> {
  const all: Move[] = [];
  let after: string | undefined;
  do {
    const page = await own.client.call(paymentHistory, { size: 100, ...(after !== undefined && { after }) });
    for (const {
      transactionType: kind,
      transactionID: label,
      amount: minor,
      currency,
      successful,
    } of page.transactions)
      all.push({ kind, label, minor, currency, successful });
    after = page.next ?? undefined;
  } while (after !== undefined);
  return all;
}
