import type { Currency } from "@idanimo/contract/money";
import { isRefunded, type Outcome } from "@idanimo/contract/verification-states";
import type { TransactionType } from "@idanimo/contract/wallet";

/**
 * The model: one account's wallets, purchases, payments and consents after the responses so far, and which responses may come
 * next. It is pure and shares no rule with the product. Money that moves without a call of a client (a refund, a webhook) may have
 * arrived or not until a response shows it.
 */

/** The product's response contradicts the model. */
export class Mismatch extends Error {}

/** How a lookup goes: the subject is asked, or it ends with an outcome. */
export type Path = "asks" | Outcome;

export type Item = {
  readonly type: string;
  /** Equal for the same subject. */
  readonly value: string;
  readonly minor: bigint;
  readonly purchase: Purchase;
  /** More than one where another lookup of the same subject may come first. */
  paths: readonly Path[];
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
  paidFrom: "WALLET" | "CARD" | undefined;
};
export type Payment = {
  readonly reference: string;
  readonly link: string;
  readonly purchase: Purchase | undefined;
  readonly currency: Currency;
  readonly minor: bigint;
  /** `late`: taken by the provider, which reports it later. `quarantined`: the wrong amount. */
  state: "open" | "late" | "settled" | "refused" | "quarantined";
};
export type Transaction = {
  readonly kind: TransactionType;
  readonly label: string;
  readonly minor: bigint;
  readonly currency: Currency;
  readonly successful: boolean;
};

const sum = (all: readonly bigint[]) => all.reduce((left, right) => left + right, 0n);

export class Ledger {
  readonly balance: Record<Currency, bigint> = { NGN: 0n, USD: 0n };
  active: Currency = "NGN";
  readonly purchases: Purchase[] = [];
  readonly payments: Payment[] = [];
  readonly #transactions: Transaction[] = [];

  get items(): readonly Item[] {
    return this.purchases.flatMap(({ items }) => items);
  }

  hasLatePayment = (purchase: Purchase): boolean =>
    this.payments.some((payment) => payment.purchase === purchase && payment.state === "late");

  /** Amounts that may be in a wallet already, or come at any time. */
  #arriving(currency: Currency): readonly bigint[] {
    const refunds = this.items.filter(
      ({ purchase, state, paths }) =>
        purchase.currency === currency &&
        (state === "running" || (state === "priced" && this.hasLatePayment(purchase))) &&
        paths.some((path) => path !== "asks" && isRefunded(path)),
    );
    const late = this.payments.filter((payment) => payment.state === "late" && payment.currency === currency);
    return [...refunds, ...late].map(({ minor }) => minor);
  }

  /** Whether a wallet may have this balance: what has arrived, and any part of what may have. */
  allowsBalance(currency: Currency, minor: bigint): boolean {
    let sums = new Set([this.balance[currency]]);
    for (const arriving of this.#arriving(currency)) sums = new Set([...sums].flatMap((one) => [one, one + arriving]));
    return sums.has(minor);
  }

  checkNoOverdraft(): void {
    for (const currency of ["NGN", "USD"] as const)
      if (this.balance[currency] + sum(this.#arriving(currency)) < 0n)
        throw new Mismatch(`the ${currency} wallet paid ${-this.balance[currency]} more than it had`);
  }

  /** Codes with which paying from the wallet may be answered. */
  payCodes(purchase: Purchase): readonly string[] {
    if (purchase.paidFrom) return [purchase.paidFrom === "WALLET" ? "ok" : "already_paid"];
    const { currency, total } = purchase;
    const most = this.balance[currency] + sum(this.#arriving(currency));
    const codes = this.hasLatePayment(purchase) ? ["already_paid"] : [];
    if (currency !== this.active) return [...codes, "currency_mismatch"];
    if (this.balance[currency] >= total) return [...codes, "ok"];
    return most < total ? [...codes, "wallet_balance_low"] : [...codes, "ok", "wallet_balance_low"];
  }

  payFromWallet(purchase: Purchase): void {
    if (purchase.paidFrom) return;
    this.balance[purchase.currency] -= purchase.total;
    this.#pay(purchase, "WALLET");
  }

  #pay(purchase: Purchase, from: "WALLET" | "CARD"): void {
    purchase.paidFrom = from;
    const { transactionId: label, total: minor, currency } = purchase;
    this.#transactions.push({ kind: "VERIFICATION", label, minor, currency, successful: true });
    for (const item of purchase.items) item.state = "running";
  }

  /** A card payment pays its purchase, or tops the wallet up when that is paid already. */
  settle(payment: Payment): void {
    if (payment.state === "settled") return;
    payment.state = "settled";
    const { reference: label, minor, currency, purchase } = payment;
    if (purchase && !purchase.paidFrom) return this.#pay(purchase, "CARD");
    this.balance[currency] += minor;
    this.#transactions.push({ kind: "TOPUP", label, minor, currency, successful: true });
    return undefined;
  }

  /** A purchase turned out to be paid: its late card payment arrived. */
  settleLate(purchase: Purchase): void {
    const late = this.payments.find((payment) => payment.purchase === purchase && payment.state === "late");
    if (!late) throw new Mismatch(`${purchase.transactionId} is paid, but no one paid it`);
    this.settle(late);
  }

  /** After many failed payments an account may not open the payment page: it looks like card testing. */
  get isStopped(): boolean {
    const failed = this.payments.filter(({ state }) => state === "refused" || state === "quarantined").length;
    const succeeded = this.payments.filter(({ state }) => state === "settled").length;
    return failed >= 20 && failed > 4 * succeeded;
  }

  /** Codes with which opening the payment page may be answered. */
  pageCodes(purchase: Purchase): readonly string[] {
    if (purchase.paidFrom) return ["already_paid"];
    return this.hasLatePayment(purchase) ? ["ok", "already_paid"] : ["ok"];
  }

  /** An item was seen waiting for its subject, or ended. */
  observe(item: Item, now: "waiting" | Outcome): void {
    if (item.state === "ended" || (item.state === "waiting" && now === "waiting")) {
      const known = item.outcome ?? "waiting";
      if (known !== now) throw new Mismatch(`item ${item.id} was ${known} and is ${now}`);
      return;
    }
    if (item.state === "priced") throw new Mismatch(`item ${item.id} is ${now} without a payment`);
    const path: Path = now === "waiting" ? "asks" : now;
    if (item.state === "running" && !item.paths.includes(path))
      throw new Mismatch(`${item.type} ${item.value} is ${path}, not ${item.paths.join(" or ")}`);
    if (now === "waiting") item.state = "waiting";
    else this.#end(item, now);
  }

  #end(item: Item, outcome: Outcome): void {
    item.state = "ended";
    item.outcome = outcome;
    if (!isRefunded(outcome)) return;
    const { minor, purchase } = item;
    const { currency, transactionId: label } = purchase;
    this.balance[currency] += minor;
    this.#transactions.push({ kind: "REFUND", label, minor, currency, successful: true });
  }

  /** Codes with which buying another lookup of the same subject may be answered. */
  repeatCodes(value: string): readonly string[] {
    const earlier = this.items.filter((item) => item.value === value && item.state !== "priced");
    const asked: readonly Path[] = ["asks", "DELIVERED", "DENIED", "UNANSWERED"];
    if (earlier.some(({ state, outcome }) => state === "waiting" || (outcome && asked.includes(outcome))))
      return ["asked_recently"];
    const running = earlier.filter(({ state }) => state === "running");
    if (running.some(({ paths }) => paths.every((path) => asked.includes(path)))) return ["asked_recently"];
    const mayBePaid = this.items.some(
      (item) => item.value === value && item.state === "priced" && this.hasLatePayment(item.purchase),
    );
    return running.length > 0 || mayBePaid ? ["ok", "asked_recently"] : ["ok"];
  }

  /** Every transaction that the account must list, in no order. */
  transactions(): readonly Transaction[] {
    const failed = this.payments.filter(
      ({ purchase, state }) => !purchase && (state === "refused" || state === "quarantined"),
    );
    return [
      ...this.#transactions,
      ...failed.map(({ reference: label, minor, currency }): Transaction => {
        return { kind: "TOPUP", label, minor, currency, successful: false };
      }),
    ];
  }
}
