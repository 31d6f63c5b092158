import { randomUUID } from "node:crypto";
import { type Currency, formatMinor } from "@idanimo/contract/money";
import { createSession, readSession } from "@idanimo/contract/verification";
import { checkPayment, startPayment, walletPayment } from "@idanimo/contract/wallet";
import { resultOf } from "../../support/client.ts";
import { pressButton } from "../../support/sandbox.ts";
import { type Account, expectCode } from "./account.ts";
import type { Button } from "./commands.ts";
import { type Item, Mismatch, type Payment, type Purchase } from "./ledger.ts";
import { costOf, type PlannedSearch } from "./product.ts";

/** Buying and paying: each response must be one that the ledger allows. */

export async function buy(own: Account, search: PlannedSearch, currency: Currency): Promise<void> {
  const { ledger, client, product } = own;
  const costs = search.items.map(({ prices }) =>
    prices.reduce((sum, name) => sum + costOf(product.prices, name, currency), 0n),
  );
  const total = costs.reduce((left, right) => left + right, 0n);
  const people = search.items.filter(({ type }) => ["nin", "phone", "bvn"].includes(type)).map(({ value }) => value);
  const made = await resultOf(() => client.call(createSession, { ...search.fields, currency }));
  expectCode(made.code, people.length === 0 ? ["ok"] : people.flatMap((value) => ledger.repeatCodes(value)), "buying");
  if (!made.value) return;
  const { sessionCode, transactionID: transactionId, quote } = made.value;
  if (quote.total !== total) throw new Mismatch(`a purchase costs ${quote.total}, the prices say ${total}`);
  const purchase: Purchase = { sessionCode, transactionId, currency, total, items: [], paidFrom: undefined };
  const { items } = await client.call(readSession, { sessionCode });
  purchase.items = search.items.map(({ type, value, path }, at): Item => {
    const id = items.find(({ searchType }) => searchType === type)?.requestId ?? "";
    const state = { id, state: "priced", outcome: undefined, isWithdrawn: false } as const;
    return { type, value, purchase, minor: costs[at] ?? 0n, paths: [path], ...state };
  });
  if (items.length !== purchase.items.length || purchase.items.some(({ id }) => id === ""))
    throw new Mismatch("a purchase has other items");
  for (const item of purchase.items) {
    const same = ledger.items.filter(({ value, state }) => value === item.value && state !== "ended");
    if (!people.includes(item.value) || same.length === 0) continue;
    // when both are paid, only one of them asks the subject
    for (const one of [...same, item]) if (!one.paths.includes("BLOCKED")) one.paths = [...one.paths, "BLOCKED"];
  }
  ledger.purchases.push(purchase);
  own.searches.set(transactionId, search);
}

const paymentOf = ({ sessionCode, transactionId: transactionID, total }: Purchase) => ({
  sessionCode,
  transactionID,
  amount: formatMinor(total),
});

/** Pays from the wallet, several times at once; all must succeed when one does. */
export async function pay(own: Account, purchase: Purchase, isRight: boolean, times: number): Promise<void> {
  const { ledger, client } = own;
  const right = paymentOf(purchase);
  const wrong = { ...right, amount: formatMinor(purchase.total + 7n) };
  const call = (key?: string, body = right) => resultOf(() => client.call(walletPayment, body, key));
  if (!isRight) return expectCode((await call(undefined, wrong)).code, ["amount_mismatch"], "a wrong amount");
  const allowed = ledger.payCodes(purchase);
  const key = randomUUID();
  const codes = (await Promise.all(Array.from({ length: times }, (_one, at) => call(at === 0 ? key : undefined)))).map(
    ({ code }) => code,
  );
  for (const code of codes) expectCode(code, allowed, `paying ${purchase.transactionId} from the wallet`);
  own.keyed = { code: codes[0] ?? "", again: () => call(key), changed: () => call(key, wrong) };
  if (codes.includes("ok")) ledger.payFromWallet(purchase);
  if (codes.includes("already_paid") && !purchase.paidFrom) ledger.settleLate(purchase);
  return undefined;
}

/** Pays two purchases at once: when the wallet has enough for one, only one succeeds. */
export async function payBoth({ ledger, client }: Account, pair: readonly [Purchase, Purchase]): Promise<void> {
  const before = pair.map((purchase) => ledger.payCodes(purchase));
  const results = await Promise.all(
    pair.map((purchase) => resultOf(() => client.call(walletPayment, paymentOf(purchase)))),
  );
  const all = pair.map((purchase, at) => ({ purchase, code: results[at]?.code ?? "", allowed: before[at] ?? [] }));
  for (const { purchase, code } of all) if (code === "already_paid" && !purchase.paidFrom) ledger.settleLate(purchase);
  for (const { purchase, code, allowed } of all) {
    if (code !== "ok") continue;
    expectCode(code, purchase.paidFrom ? ["ok"] : allowed, "paying two at once");
    ledger.payFromWallet(purchase);
  }
  // what is left must explain the rejection of the others
  for (const { purchase, code } of all)
    if (code !== "ok") expectCode(code, ledger.payCodes(purchase), "paying two at once");
  ledger.checkNoOverdraft();
}

export async function openTopUp(own: Account, currency: Currency, hundreds: number): Promise<void> {
  const minor = BigInt(hundreds) * (currency === "NGN" ? 300_00n : 1_00n);
  await openPage(own, { amount: formatMinor(minor), currency, type: "TOPUP" }, ["ok"], undefined, minor);
}

export async function openPurchasePage(own: Account, purchase: Purchase, isRight: boolean): Promise<void> {
  const { ledger } = own;
  // with a second page beside a late payment it would be open which of them paid
  if (ledger.hasLatePayment(purchase)) return;
  const { sessionCode, currency, total } = purchase;
  const amount = formatMinor(isRight ? total : total - 1n);
  const allowed = ledger.pageCodes(purchase).map((code) => (code === "ok" && !isRight ? "amount_mismatch" : code));
  await openPage(own, { amount, currency, type: "VERIFICATION", sessionCode }, allowed, purchase, total);
}

type PageOrder = {
  readonly amount: string;
  readonly currency: Currency;
  readonly type: "TOPUP" | "VERIFICATION";
  readonly sessionCode?: string;
};
async function openPage(
  own: Account,
  order: PageOrder,
  allowed: readonly string[],
  purchase: Purchase | undefined,
  minor: bigint,
): Promise<void> {
  const key = randomUUID();
  const call = (body = order) => resultOf(() => own.client.call(startPayment, body, key));
  const made = await call();
  expectCode(made.code, own.ledger.isStopped ? ["too_many_requests"] : allowed, "opening the payment page");
  own.keyed = { code: made.code, again: () => call(), changed: () => call({ ...order, amount: "77777" }) };
  if (!made.value) return;
  const { txRef: reference, link } = made.value.data;
  own.ledger.payments.push({ reference, link, purchase, currency: order.currency, minor, state: "open" });
}

/** Presses a button of the payment page and checks the payment, while the provider's webhook arrives. */
export async function press(own: Account, payment: Payment, button: Button, checks: number): Promise<void> {
  const others = own.ledger.payments.filter(
    (one) => one !== payment && one.purchase && one.purchase === payment.purchase,
  );
  if (others.some(({ state }) => state === "late")) return checkPaymentState(own, payment);
  const isOpen = payment.state === "open" || payment.state === "refused";
  const mayBeLate = !others.some(({ state }) => state === "open" || state === "refused");
  const pressed = button === "late" && !mayBeLate ? "approve" : button;
  await pressButton(payment.link, pressed);
  if (isOpen && (pressed === "approve" || pressed === "twice")) {
    const statuses = await Promise.all(Array.from({ length: checks }, () => readStatus(own, payment)));
    for (const status of statuses) expectCode(status, ["successful"], `approved payment ${payment.reference}`);
    return own.ledger.settle(payment);
  }
  if (isOpen && pressed === "decline") payment.state = "refused";
  if (isOpen && pressed === "wrong_amount") payment.state = "quarantined";
  if (isOpen && pressed === "late") payment.state = "late";
  return checkPaymentState(own, payment);
}

async function readStatus({ client }: Account, { reference, currency, minor }: Payment): Promise<string> {
  const { data } = await client.call(checkPayment, { transactionRef: reference });
  if (data.currency !== currency || data.amount !== minor) throw new Mismatch(`payment ${reference} changed`);
  return data.status;
}

export async function checkPaymentState(own: Account, payment: Payment): Promise<void> {
  const allowed: Readonly<Record<Payment["state"], readonly string[]>> = {
    open: ["pending"],
    late: ["pending", "successful", "failed"],
    settled: ["successful"],
    refused: ["failed"],
    quarantined: ["failed"],
  };
  const status = await readStatus(own, payment);
  expectCode(status, allowed[payment.state], `payment ${payment.reference}, ${payment.state}`);
  if (payment.state === "late" && status === "successful") own.ledger.settle(payment);
}

/** Card and wallet pay at the same time: one pays, and the other's money is in the wallet. */
export async function pressAndPay(own: Account, payment: Payment, purchase: Purchase): Promise<void> {
  const { ledger, client } = own;
  if (ledger.hasLatePayment(purchase)) return;
  const allowed = [...ledger.payCodes(purchase), "already_paid"];
  const [, paid] = await Promise.all([
    pressButton(payment.link, "approve"),
    resultOf(() => client.call(walletPayment, paymentOf(purchase))),
  ]);
  expectCode(paid.code, allowed, "paying from the wallet while a card pays");
  if (paid.code === "ok") ledger.payFromWallet(purchase);
  expectCode(await readStatus(own, payment), ["successful"], "a card payment beside the wallet");
  ledger.settle(payment);
}

/** The wallet pays while a card payment is late: when that arrives, it tops the wallet up. */
export async function payWhileLate(own: Account, purchase: Purchase): Promise<void> {
  const { payments } = own.ledger;
  const isFor = (payment: Payment) => payment.purchase === purchase;
  if (!payments.some(isFor)) await openPurchasePage(own, purchase, true);
  const open = payments.find((payment) => isFor(payment) && payment.state === "open");
  if (!open) return;
  await press(own, open, "late", 1);
  await pay(own, purchase, true, 1);
}
