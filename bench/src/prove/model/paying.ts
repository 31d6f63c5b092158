import { randomUUID } from "node:crypto";
import { type Currency, textFromMinor } from "@idanimo/contract/money";
import { createSession, quote, readSession } from "@idanimo/contract/verification";
import { checkPayment, startPayment, walletPayment } from "@idanimo/contract/wallet";
import { type Account, answeredAs, lateOneCame, newLabel, type SearchMade } from "./account.ts";
import { Differs, type Item, type Payment, type Purchase } from "./books.ts";
import type { Command } from "./commands.ts";
import { answerOf, costOf } from "./world.ts";

/** Buying and paying: each call's answer is one that the books allow. */

export async function buy(own: Account, search: SearchMade, currency: Currency, isQuote: boolean): Promise<void> {
  const { prices } = own.world;
  const costs = search.asked.map((one) => one.prices.reduce((sum, name) => sum + costOf(prices, name, currency), 0n));
  const total = costs.reduce((left, right) => left + right, 0n);
  if (isQuote) {
    const { purpose: _purpose, ...fields } = search.fields;
    const said = await own.client.call(quote, { ...fields, currency });
    if (said.total !== total) throw new Differs(`a quote says ${said.total}, the prices ${total}`);
    return;
  }
  const people = search.asked.filter(({ type }) => type === "nin" || type === "phone" || type === "bvn");
  const allowed = people.flatMap(({ value }) => own.books.mayAskAgain(value));
  const made = await answerOf(() => own.client.call(createSession, { ...search.fields, currency }));
  answeredAs(made.code, people.length === 0 ? ["ok"] : allowed, "buying");
  if (!made.value) return;
  const { sessionCode, transactionID: transactionId, quote: quoted } = made.value;
  if (quoted.total !== total) throw new Differs(`a purchase costs ${quoted.total}, the prices say ${total}`);
  const purchase: Purchase = {
    sessionCode,
    transactionId,
    currency,
    total,
    items: [],
    isPaid: false,
    paidFrom: undefined,
  };
  const items = search.asked.map(({ type, value, way }, at): Item => ({
    type,
    value,
    purchase,
    minor: costs[at] ?? 0n,
    ways: [way],
    id: "",
    state: "priced",
    outcome: undefined,
    isWithdrawn: false,
  }));
  for (const item of items) {
    const same = people.some(({ value }) => value === item.value)
      ? own.books.items.filter(({ value, state }) => value === item.value && state !== "ended")
      : [];
    // of two that are both paid the person hears of one
    for (const one of same.length > 0 ? [...same, item] : [])
      if (!one.ways.includes("BLOCKED")) one.ways = [...one.ways, "BLOCKED"];
  }
  purchase.items = items;
  own.books.purchases.push(purchase);
  own.searches.set(purchase, search);
  const { items: told } = await own.client.call(readSession, { sessionCode });
  for (const item of items) item.id = told.find(({ searchType }) => searchType === item.type)?.requestId ?? "";
  if (told.length !== items.length || items.some(({ id }) => id === ""))
    throw new Differs("a purchase has other items");
}

export async function pay(
  own: Account,
  purchase: Purchase,
  how: "right" | "wrong_amount" | "wrong_label",
  times: number,
): Promise<void> {
  const pay = {
    sessionCode: purchase.sessionCode,
    transactionID: how === "wrong_label" ? newLabel() : purchase.transactionId,
    amount: textFromMinor(how === "wrong_amount" ? purchase.total + 1n : purchase.total),
  };
  const call = (key?: string, body = pay) => answerOf(() => own.client.call(walletPayment, body, key));
  if (how !== "right") {
    const { code } = await call();
    return answeredAs(code, [how === "wrong_label" ? "not_found" : "amount_mismatch"], "paying something else");
  }
  const allowed = own.books.mayAnswerPay(purchase);
  const key = randomUUID();
  const keys = Array.from({ length: times }, (_one, at) => (at === 0 ? key : undefined));
  const answers = await Promise.all(keys.map((one) => call(one)));
  // the first that comes through makes the others succeed
  for (const { code } of answers) answeredAs(code, allowed, `paying ${purchase.transactionId} from the wallet`);
  const first = answers[0]?.code ?? "";
  own.keyed = {
    code: first,
    again: () => call(key),
    otherwise: () => call(key, { ...pay, amount: textFromMinor(purchase.total + 7n) }),
  };
  const codes = new Set(answers.map(({ code }) => code));
  if (codes.has("ok")) own.books.paidFromWallet(purchase);
  if (codes.has("already_paid") && !purchase.isPaid) lateOneCame(own, purchase);
}

/** Two at once: of what is there for one alone, only one gets it. */
export async function payBoth(own: Account, one: Purchase, other: Purchase): Promise<void> {
  const pay = ({ sessionCode, transactionId: transactionID, total }: Purchase) =>
    answerOf(() => own.client.call(walletPayment, { sessionCode, transactionID, amount: textFromMinor(total) }));
  const before = [one, other].map((purchase) => own.books.mayAnswerPay(purchase));
  const answers = await Promise.all([pay(one), pay(other)]);
  const said = [one, other].map((purchase, at) => ({
    purchase,
    code: answers[at]?.code ?? "",
    was: before[at] ?? [],
  }));
  // those that went through first, then what is left must explain those that did not
  for (const { purchase, code } of said) if (code === "already_paid" && !purchase.isPaid) lateOneCame(own, purchase);
  for (const { purchase, code, was } of said) {
    if (code !== "ok") continue;
    answeredAs(code, purchase.isPaid ? ["ok"] : was, "paying two at once");
    own.books.paidFromWallet(purchase);
  }
  for (const { purchase, code } of said)
    if (code !== "ok") answeredAs(code, own.books.mayAnswerPay(purchase), "paying two at once");
  own.books.neverBelowZero();
}

export async function topUp(
  own: Account,
  { currency, size, hundreds }: Extract<Command, { kind: "top_up" }>,
): Promise<void> {
  const usual = BigInt(hundreds) * (currency === "NGN" ? 300_00n : 1_00n);
  const minor =
    size === "usual"
      ? currency === "NGN"
        ? usual
        : usual
      : size === "too_small"
        ? currency === "NGN"
          ? 999_99n
          : 9_99n
        : currency === "NGN"
          ? 5_000_000_01n
          : 5_000_01n;
  const said = size === "usual" ? "ok" : `top_up_${size}`;
  await openPayment(own, { amount: textFromMinor(minor), currency, type: "TOPUP" }, [said], {
    purchase: undefined,
    currency,
    minor,
  });
}

export async function openPage(
  own: Account,
  purchase: Purchase,
  how: "right" | "wrong_amount" | "wrong_currency",
): Promise<void> {
  const { sessionCode, total } = purchase;
  const other = purchase.currency === "NGN" ? "USD" : "NGN";
  const currency = how === "wrong_currency" ? other : purchase.currency;
  const amount = textFromMinor(how === "wrong_amount" ? total - 1n : total);
  const right = own.books.mayAnswerPage(purchase);
  const allowed = how === "right" ? right : right.map((code) => (code === "ok" ? "amount_mismatch" : code));
  // a second page beside one whose money is on its way would leave open which of them paid
  if (own.books.payments.some((payment) => payment.purchase === purchase && payment.state === "late")) return;
  await openPayment(own, { amount, currency, type: "VERIFICATION", sessionCode }, allowed, {
    purchase,
    currency,
    minor: total,
  });
}

export async function openPayment(
  own: Account,
  order: {
    readonly amount: string;
    readonly currency: Currency;
    readonly type: "TOPUP" | "VERIFICATION";
    readonly sessionCode?: string;
  },
  allowed: readonly string[],
  about: { readonly purchase: Purchase | undefined; readonly currency: Currency; readonly minor: bigint },
): Promise<void> {
  const key = randomUUID();
  const { failed, succeeded } = own.books.failures;
  const isStopped = failed >= 20 && failed > 4 * succeeded;
  const call = (body = order) => answerOf(() => own.client.call(startPayment, body, key));
  const made = await call();
  answeredAs(made.code, isStopped ? ["too_many_requests"] : allowed, "opening a page to pay");
  own.keyed = { code: made.code, again: () => call(), otherwise: () => call({ ...order, amount: "77777" }) };
  if (!made.value) return;
  const { txRef: reference, link } = made.value.data;
  own.books.payments.push({ ...about, reference, link, state: "open" });
}

/** Presses a button of the page and asks how it ended, while the provider tells it too. */
export async function press(
  own: Account,
  payment: Payment,
  button: Extract<Command, { kind: "press" }>["button"],
  checks: number,
): Promise<void> {
  const others = own.books.payments.filter(
    (one) => one !== payment && one.purchase && one.purchase === payment.purchase,
  );
  // which of two would have paid for it could not be told
  if (others.some(({ state }) => state === "late")) return checkPage(own, payment);
  const isOpen = payment.state === "open" || payment.state === "refused";
  const isLate = button === "late" && !others.some(({ state }) => state === "open" || state === "refused");
  const pressed = button === "late" && !isLate ? "approve" : button;
  await own.world.press(payment.link, pressed);
  if (isOpen && (pressed === "approve" || pressed === "twice")) {
    // taken: whoever asks next, or the notice before them, has it counted
    const words = await Promise.all(Array.from({ length: checks }, () => wordOf(own, payment)));
    for (const one of words) answeredAs(one, ["successful"], `a payment that was approved, ${payment.reference}`);
    own.books.counted(payment);
    return;
  }
  if (isOpen && pressed === "decline") payment.state = "refused";
  if (isOpen && pressed === "wrong_amount") payment.state = "aside";
  if (isOpen && pressed === "late") payment.state = "late";
  await checkPage(own, payment);
}

export async function wordOf(own: Account, { reference, currency, minor }: Payment): Promise<string> {
  const { data } = await own.client.call(checkPayment, { transactionRef: reference });
  if (data.currency !== currency || data.amount !== minor) throw new Differs(`payment ${reference} became another`);
  return data.status;
}

export async function checkPage(own: Account, payment: Payment): Promise<void> {
  const word = await wordOf(own, payment);
  const words = {
    open: ["pending"],
    late: ["pending", "successful", "failed"],
    counted: ["successful"],
    refused: ["failed"],
    aside: ["failed"],
  } as const satisfies Record<Payment["state"], readonly string[]>;
  answeredAs(word, words[payment.state], `payment ${payment.reference}, ${payment.state}`);
  if (payment.state === "late" && word === "successful") own.books.counted(payment);
}

/** The card and the wallet at the same moment: one of them pays, and nothing of the other is lost. */
export async function pressAndPay(own: Account, payment: Payment, purchase: Purchase): Promise<void> {
  const others = own.books.payments.filter((one) => one !== payment && one.purchase === purchase);
  if (others.some(({ state }) => state === "late")) return;
  const { sessionCode, transactionId: transactionID, total } = purchase;
  const pay = { sessionCode, transactionID, amount: textFromMinor(total) };
  const allowed = [...own.books.mayAnswerPay(purchase), "already_paid"];
  const [, paid] = await Promise.all([
    own.world.press(payment.link, "approve"),
    answerOf(() => own.client.call(walletPayment, pay)),
  ]);
  answeredAs(paid.code, allowed, "paying from the wallet while a card pays");
  if (paid.code === "ok") own.books.paidFromWallet(purchase);
  answeredAs(await wordOf(own, payment), ["successful"], "a card that pays beside the wallet");
  own.books.counted(payment);
}

/** The card's money is on its way, and the wallet pays what it was for: when it comes, it goes to the wallet. */
export async function payWhileLate(own: Account, purchase: Purchase): Promise<void> {
  const isFor = (payment: Payment) => payment.purchase === purchase;
  if (!own.books.payments.some(isFor)) await openPage(own, purchase, "right");
  const open = own.books.payments.find((payment) => isFor(payment) && payment.state === "open");
  if (!open) return;
  await press(own, open, "late", 1);
  await pay(own, purchase, "right", 1);
}
