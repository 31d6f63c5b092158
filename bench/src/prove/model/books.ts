import type { Currency } from "@idanimo/contract/money";
import { isRefunded, type Outcome } from "@idanimo/contract/verification-states";
import type { TransactionType } from "@idanimo/contract/wallet";

/**
 * The model: what one account's wallets, purchases, payments and questions are after what was answered so far, and which answers may
 * come next. It is pure, knows no wire and shares no rule with the product. What the product does by itself (a refund, a notice of the
 * card provider) may be there already or not: such money is `coming` until an answer shows it.
 */

export class Differs extends Error {}

/** How a look-up ends that goes its way; `asks` asks the person first. */
export type Way = "asks" | Outcome;

export type Item = {
  readonly type: string;
  /** What was typed; equal for the same person. */
  readonly value: string;
  readonly minor: bigint;
  readonly purchase: Purchase;
  /** Ways it may go: more than one where another look-up of the same person may come before it. */
  ways: readonly Way[];
  id: string;
  state: "priced" | "running" | "waiting" | "ended";
  outcome: Outcome | undefined;
  isWithdrawn: boolean;
};
export type Purchase = {
  readonly sessionCode: string;
  readonly transactionId: string;
  readonly currency: Currency;
  readonly total: bigint;
  items: readonly Item[];
  isPaid: boolean;
  paidFrom: "WALLET" | "INSTANT" | undefined;
};
export type Payment = {
  readonly reference: string;
  readonly link: string;
  readonly purchase: Purchase | undefined;
  readonly currency: Currency;
  readonly minor: bigint;
  /** `late`: taken at the provider, who says so later. `aside`: money that does not fit. */
  state: "open" | "late" | "counted" | "refused" | "aside";
};
export type Move = {
  readonly kind: TransactionType;
  readonly label: string;
  readonly minor: bigint;
  readonly currency: Currency;
  readonly successful: boolean;
};

type Money = { readonly currency: Currency; readonly minor: bigint };
const sumOf = (all: readonly bigint[]) => all.reduce((left, right) => left + right, 0n);

export class Books {
  readonly balance: Record<Currency, bigint> = { NGN: 0n, USD: 0n };
  active: Currency = "NGN";
  readonly purchases: Purchase[] = [];
  readonly payments: Payment[] = [];
  readonly #moves: Move[] = [];

  get items(): readonly Item[] {
    return this.purchases.flatMap(({ items }) => items);
  }

  /** Money that may be in a wallet already, or come at any moment. */
  #coming(currency: Currency): readonly bigint[] {
    const mayPay = (purchase: Purchase) =>
      this.payments.some((payment) => payment.purchase === purchase && payment.state === "late");
    const back = this.items.filter(
      ({ purchase, state, ways }) =>
        purchase.currency === currency &&
        (state === "running" || (state === "priced" && mayPay(purchase))) &&
        ways.some((way) => way !== "asks" && isRefunded(way)),
    );
    const late = this.payments.filter((payment) => payment.state === "late" && payment.currency === currency);
    return [...back, ...late].map(({ minor }) => minor);
  }

  /** What a wallet may hold: every sum of what has surely come and some of what may have. */
  mayHold(currency: Currency): (minor: bigint) => boolean {
    let sums = new Set([this.balance[currency]]);
    for (const minor of this.#coming(currency)) sums = new Set([...sums].flatMap((sum) => [sum, sum + minor]));
    return (minor) => sums.has(minor);
  }

  /** What paying an unpaid amount from the wallet may be answered. */
  #affords({ currency, minor }: Money): readonly string[] {
    if (currency !== this.active) return ["currency_mismatch"];
    const most = this.balance[currency] + sumOf(this.#coming(currency));
    if (this.balance[currency] >= minor) return ["ok"];
    return most < minor ? ["wallet_balance_low"] : ["ok", "wallet_balance_low"];
  }

  /** No wallet may have paid out what never came. */
  neverBelowZero(): void {
    for (const currency of ["NGN", "USD"] as const)
      if (this.balance[currency] + sumOf(this.#coming(currency)) < 0n)
        throw new Differs(`the ${currency} wallet paid ${-this.balance[currency]} more than it held`);
  }

  mayAnswerPay(purchase: Purchase): readonly string[] {
    if (purchase.isPaid) return [purchase.paidFrom === "WALLET" ? "ok" : "already_paid"];
    const isLate = this.payments.some((payment) => payment.purchase === purchase && payment.state === "late");
    const own = this.#affords({ currency: purchase.currency, minor: purchase.total });
    return isLate ? [...own, "already_paid"] : own;
  }

  affordsOrder(order: Money): readonly string[] {
    return this.#affords(order);
  }

  paidFromWallet(purchase: Purchase): void {
    if (purchase.isPaid) return;
    this.balance[purchase.currency] -= purchase.total;
    this.#paid(purchase, "WALLET");
  }

  #paid(purchase: Purchase, way: "WALLET" | "INSTANT"): void {
    purchase.isPaid = true;
    purchase.paidFrom = way;
    const { transactionId: label, total: minor, currency } = purchase;
    this.#moves.push({ kind: "VERIFICATION", label, minor, currency, successful: true });
    for (const item of purchase.items) item.state = "running";
  }

  /** The provider's money counts: it pays what is unpaid, else the wallet gets it. */
  counted(payment: Payment): void {
    if (payment.state === "counted") return;
    payment.state = "counted";
    const { reference: label, minor, currency, purchase } = payment;
    if (purchase && !purchase.isPaid) return this.#paid(purchase, "INSTANT");
    this.balance[currency] += minor;
    this.#moves.push({ kind: "TOPUP", label, minor, currency, successful: true });
  }

  /** Failed payments of this account, by which the product may take it for somebody who tries out cards. */
  get failures(): { readonly failed: number; readonly succeeded: number } {
    const failed = this.payments.filter(({ state }) => state === "refused" || state === "aside").length;
    return { failed, succeeded: this.payments.filter(({ state }) => state === "counted").length };
  }

  /** What opening a page for a purchase may be answered. */
  mayAnswerPage(purchase: Purchase): readonly string[] {
    if (purchase.isPaid) return ["already_paid"];
    const isLate = this.payments.some((payment) => payment.purchase === purchase && payment.state === "late");
    return isLate ? ["ok", "already_paid"] : ["ok"];
  }

  /** An item was seen to ask its person, or to have ended. */
  saw(item: Item, now: "waiting" | Outcome): void {
    if (item.state === "ended" || (item.state === "waiting" && now === "waiting")) {
      const known = item.outcome ?? "waiting";
      if (known !== now) throw new Differs(`item ${item.id} was ${known} and is ${now}`);
      return;
    }
    if (item.state === "priced") throw new Differs(`item ${item.id} is ${now} though nobody paid`);
    if (item.state === "running") {
      const way: Way = now === "waiting" ? "asks" : now;
      if (!item.ways.includes(way))
        throw new Differs(`${item.type} ${item.value} went ${way}, not ${item.ways.join(" or ")}`);
    }
    if (now === "waiting") item.state = "waiting";
    else this.ended(item, now);
  }

  /** An item ended; its money comes back where the outcome says so. */
  ended(item: Item, outcome: Outcome): void {
    item.state = "ended";
    item.outcome = outcome;
    if (!isRefunded(outcome)) return;
    const { currency, transactionId: label } = item.purchase;
    this.balance[currency] += item.minor;
    this.#moves.push({ kind: "REFUND", label, minor: item.minor, currency, successful: true });
  }

  /** What asking once more about the same person is answered. */
  mayAskAgain(value: string): readonly string[] {
    const earlier = this.items.filter((item) => item.value === value && item.state !== "priced");
    // whoever was asked, or would have been; of whom there is no record nobody heard
    const heard: readonly Way[] = ["asks", "DELIVERED", "DENIED", "UNANSWERED"];
    if (earlier.some(({ state, outcome }) => state === "waiting" || (outcome && heard.includes(outcome))))
      return ["asked_recently"];
    const running = earlier.filter(({ state }) => state === "running");
    if (running.some(({ ways }) => ways.every((way) => heard.includes(way)))) return ["asked_recently"];
    const isLate = this.items.some(
      (item) =>
        item.value === value &&
        item.state === "priced" &&
        this.payments.some((payment) => payment.purchase === item.purchase && payment.state === "late"),
    );
    return running.length > 0 || isLate ? ["ok", "asked_recently"] : ["ok"];
  }

  /** Every line that the list of transactions has to show, in no order. */
  moves(): readonly Move[] {
    const failed = this.payments.filter(
      ({ purchase, state }) => !purchase && (state === "refused" || state === "aside"),
    );
    return [
      ...this.#moves,
      ...failed.map(({ reference: label, minor, currency }) => ({
        kind: "TOPUP" as const,
        label,
        minor,
        currency,
        successful: false,
      })),
    ];
  }
}
