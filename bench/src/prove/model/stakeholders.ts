import { setTimeout as sleep } from "node:timers/promises";
import { textFromMinor } from "@idanimo/contract/money";
import { readStakeholders } from "@idanimo/contract/stakeholders";
import { walletPayment } from "@idanimo/contract/wallet";
import { type Account, answeredAs, longestMs, newLabel, type Orders } from "./account.ts";
import { readPurchase, readRequest } from "./asking.ts";
import { Differs, type Item, type Purchase } from "./books.ts";
import type { Command } from "./commands.ts";
import { answerOf, costOf } from "./world.ts";

/** The stakeholders of a company that is on a result: bought once each, whoever asks how often. */

export async function buyStakeholders(
  own: Account,
  item: Item,
  { sameReference, walletCurrency, times }: Extract<Command, { kind: "stakeholders" }>,
): Promise<void> {
  await readPurchase(own, item.purchase, true);
  const data = await readRequest(own, item);
  const cacId = cacIdIn(data);
  if (cacId === undefined) return;
  const orders = ordersOf(own, item, cacId);
  for (const one of orders.paid) await readOrder(own, one, false);
  const currency = walletCurrency ? own.books.active : item.purchase.currency;
  const minor = costOf(own.world.prices, "stakeholders", currency);
  const usable = orders.open?.currency === currency ? orders.open : undefined;
  const isKnown =
    sameReference &&
    orders.last !== undefined &&
    (usable?.reference === orders.last || orders.paid.some((one) => one.transactionId === orders.last));
  const reference = isKnown && orders.last !== undefined ? orders.last : newLabel();
  const paid = orders.paid.find(({ transactionId }) => transactionId === reference);
  const standing = orders.paid.some(({ items: [one] }) => one?.state !== "ended" || one.outcome !== "PROVIDER_FAILED");
  const maybeBack = orders.paid.some(
    ({ items: [one] }) => one?.state === "running" && one.ways[0] === "PROVIDER_FAILED",
  );
  if (!paid && maybeBack) return;
  const allowed = paid
    ? [paid.total === minor ? "ok" : "amount_mismatch"]
    : standing
      ? ["already_paid"]
      : own.books.affordsOrder({ currency, minor });
  const pay = {
    type: "STAKEHOLDERS" as const,
    transactionID: reference,
    requestId: item.id,
    cacId,
    amount: textFromMinor(minor),
    ...(walletCurrency && { acceptWalletCurrency: true }),
  };
  const answers = await Promise.all(
    Array.from({ length: times }, () => answerOf(() => own.client.call(walletPayment, pay))),
  );
  const codes = answers.map(({ code }) => code);
  const isNew = !paid && !standing;
  // an unpaid order is told again under its first label: to whoever names another one it is then paid already
  const beside = usable && usable.reference !== reference ? ["ok", "already_paid"] : ["ok"];
  for (const code of codes)
    answeredAs(code, isNew && codes.includes("ok") ? [...allowed, ...beside] : allowed, "paying for stakeholders");
  if (!isNew) return;
  const order = usable ?? { reference, currency, minor };
  orders.last = order.reference;
  orders.open = order;
  if (!codes.includes("ok")) return;
  orders.open = undefined;
  const purchase: Purchase = {
    sessionCode: "",
    transactionId: order.reference,
    currency,
    total: minor,
    items: [],
    isPaid: false,
    paidFrom: undefined,
  };
  const isFailing = item.type === "rc" && item.value.endsWith("0013");
  purchase.items = [
    {
      type: "stakeholders",
      value: `${item.id} ${cacId}`,
      purchase,
      minor,
      ways: [isFailing ? "PROVIDER_FAILED" : "DELIVERED"],
      id: item.id,
      state: "priced",
      outcome: undefined,
      isWithdrawn: false,
    },
  ];
  own.books.purchases.push(purchase);
  own.books.paidFromWallet(purchase);
  orders.paid.push(purchase);
}

export function ordersOf(own: Account, item: Item, cacId: string): Orders {
  const key = `${item.id} ${cacId}`;
  const known = own.companies.get(key) ?? { open: undefined, paid: [], last: undefined };
  own.companies.set(key, known);
  return known;
}

/** Where an order of stakeholders stands. */
export async function readOrder(own: Account, order: Purchase, waits: boolean): Promise<void> {
  const [item] = order.items;
  if (!item || item.state === "ended") return;
  const [requestId = "", cacId = ""] = item.value.split(" ");
  for (const until = Date.now() + longestMs; ; await sleep(60)) {
    const { business } = (await own.client.call(readStakeholders, { business: { requestId, cacId } })).data;
    if (business.state === "not_bought") throw new Differs(`stakeholders ${order.transactionId} are not bought`);
    if (business.state !== "running")
      return own.books.saw(item, business.state === "found" ? "DELIVERED" : "PROVIDER_FAILED");
    if (!waits) return;
    if (Date.now() > until) throw new Differs(`stakeholders ${order.transactionId} are still being looked up`);
  }
}
/** The first company of a result. */
function cacIdIn(data: Record<string, unknown> | null): string | undefined {
  const companies: unknown = data?.["companies"];
  const first: unknown = Array.isArray(companies) ? companies[0] : undefined;
  return typeof first === "object" && first !== null && "cacid" in first && typeof first.cacid === "string"
    ? first.cacid
    : undefined;
}
