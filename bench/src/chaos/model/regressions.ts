import type { Command, Script } from "./commands.ts";

const money: readonly Command[] = [
  { kind: "top_up", currency: "NGN", hundreds: 60 },
  { kind: "press", payment: 0, button: "approve", checks: 2 },
];
const buyNin: Command = { kind: "buy", search: { kind: "nin", defect: "none" }, currency: "NGN" };
const payOnce: Command = { kind: "pay", purchase: 0, how: "right", times: 1 };

/** Scripts that failed once, shrunk. They run before anything is generated. */
export const regressions: readonly { readonly name: string; readonly scripts: readonly Script[] }[] = [
  {
    name: "charges a purchase once that is paid five times at once",
    scripts: [
      [
        ...money,
        buyNin,
        { kind: "pay", purchase: 0, how: "right", times: 5 },
        { kind: "decide", item: 0, sent: ["grant"] },
        { kind: "decide", item: 0, sent: ["withdraw"] },
      ],
    ],
  },
  {
    name: "quarantines a card payment of the wrong amount",
    scripts: [
      [
        { kind: "top_up", currency: "USD", hundreds: 20 },
        { kind: "press", payment: 0, button: "wrong_amount", checks: 1 },
        { kind: "check", payment: 0 },
        { kind: "read_wallets" },
      ],
    ],
  },
  {
    name: "tops the wallet up with a card payment that arrives after the wallet has paid",
    scripts: [
      [
        ...money,
        { kind: "buy", search: { kind: "rc", defect: "none" }, currency: "NGN" },
        { kind: "pay_while_late", purchase: 0 },
      ],
    ],
  },
  {
    name: "asks a subject again, by a new request, after a wrong number",
    scripts: [
      [
        ...money,
        buyNin,
        payOnce,
        { kind: "decide", item: 0, sent: ["wrong-person"] },
        { kind: "buy_again", purchase: 0, currency: "NGN" },
        payOnce,
        { kind: "decide", item: 0, sent: ["grant"] },
      ],
    ],
  },
];
