import type { Command, Script, Sent } from "./commands.ts";

const topUp: Script = [
  { kind: "top_up", currency: "NGN", hundreds: 60 },
  { kind: "press", payment: 0, button: "approve", checks: 2 },
];
const buy = (kind: "nin" | "rc"): Command => ({ kind: "buy", search: { kind, defect: "none" }, currency: "NGN" });
const buyNin = buy("nin");
const buyRc = buy("rc");
const buyAgain: Command = { kind: "buy_again", purchase: 0, currency: "NGN" };
const pay = (times: number): Command => ({ kind: "pay", purchase: 0, how: "right", times });
const payWalletBeforeLateCard: Command = { kind: "pay_while_late", purchase: 0 };
const decide = (sent: Sent): Command => ({ kind: "decide", item: 0, sent: [sent] });
const denyAsWrongPerson = [...topUp, buyNin, pay(1), decide("wrong-person")];

/** Scripts that failed once, in their shortest form that failed. They run before the generated ones. */
export const regressions: Readonly<Record<string, Script>> = {
  "a purchase paid five times at once": [...topUp, buyNin, pay(5), decide("grant"), decide("withdraw")],
  "a card payment of the wrong amount": [
    { kind: "top_up", currency: "USD", hundreds: 20 },
    { kind: "press", payment: 0, button: "wrong_amount", checks: 1 },
    { kind: "check", payment: 0 },
    { kind: "read_wallets" },
  ],
  "a card payment that comes after the wallet paid": [...topUp, buyRc, payWalletBeforeLateCard],
  "a wrong number, then another request": [...denyAsWrongPerson, buyAgain, pay(1), decide("grant")],
};
