import type { LaneOf } from "./commands.ts";

/** Runs that failed once, shrunk, and named after the law they broke. They are replayed before anything is drawn. */
export const regressions: readonly { readonly name: string; readonly lanes: readonly LaneOf[] }[] = [
  {
    name: "a purchase paid twice at once from a wallet that holds it once is charged once",
    lanes: [
      [
        { kind: "top_up", currency: "NGN", size: "usual", hundreds: 60 },
        { kind: "press", payment: 0, button: "approve", checks: 2 },
        { kind: "buy", search: { kind: "nin", nature: "plain" }, currency: "NGN" },
        { kind: "pay", purchase: 0, how: "right", times: 5 },
        { kind: "answer", item: 0, word: "grant" },
        { kind: "withdraw", item: 0 },
      ],
    ],
  },
  {
    name: "a card that pays another amount than was asked is answered as failed, and its money is put aside",
    lanes: [
      [
        { kind: "top_up", currency: "USD", size: "usual", hundreds: 20 },
        { kind: "press", payment: 0, button: "wrong_amount", checks: 1 },
        { kind: "check", payment: 0 },
        { kind: "look" },
      ],
    ],
  },
  {
    name: "a card's money that comes after the wallet has paid the same purchase is in the wallet",
    lanes: [
      [
        { kind: "top_up", currency: "NGN", size: "usual", hundreds: 20 },
        { kind: "press", payment: 0, button: "approve", checks: 1 },
        { kind: "buy", search: { kind: "rc", nature: "plain" }, currency: "NGN" },
        { kind: "pay_while_late", purchase: 0 },
      ],
    ],
  },
  {
    name: "a person whose number was somebody else's is asked again by a question of its own",
    lanes: [
      [
        { kind: "top_up", currency: "NGN", size: "usual", hundreds: 60 },
        { kind: "press", payment: 0, button: "approve", checks: 2 },
        { kind: "buy", search: { kind: "nin", nature: "plain" }, currency: "NGN" },
        { kind: "pay", purchase: 0, how: "right", times: 1 },
        { kind: "answer", item: 0, word: "wrong-person" },
        { kind: "buy_again", purchase: 0, currency: "NGN" },
        { kind: "pay", purchase: 0, how: "right", times: 1 },
        { kind: "answer", item: 0, word: "grant" },
      ],
    ],
  },
];
