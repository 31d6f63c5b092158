import type { BalanceChoice } from "@idanimo/contract/account-rights";
import { dollars, naira } from "@idanimo/contract/money";
import { expect, test } from "vitest";
import { decideBalanceDisposal } from "./rules.ts";

const bank = { bankName: "First Bank", accountNumber: "0123456789", accountName: "Ada Obi" };
const kobo = (amount: bigint) => ({ currency: "NGN", amount }) as const;
const cents = (amount: bigint) => ({ currency: "USD", amount }) as const;
const toBank = (...shown: readonly Shown[]): BalanceChoice => ({ way: "bank", shown: [...shown], ...bank });
const givenUp = (...shown: readonly Shown[]): BalanceChoice => ({ way: "give_up", shown: [...shown] });
type Shown = ReturnType<typeof kobo> | ReturnType<typeof cents>;

test.each<{ ngn: bigint; usd: bigint; choice: BalanceChoice; outcome: object | string }>([
  { ngn: 0n, usd: 0n, choice: { way: "none" }, outcome: { way: "none" } },
  { ngn: 0n, usd: 0n, choice: toBank(), outcome: { way: "none" } },
  { ngn: 1n, usd: 0n, choice: { way: "none" }, outcome: "₦0.01" },
  { ngn: 5_000_00n, usd: 2_50n, choice: { way: "none" }, outcome: "₦5,000 and $2.50" },
  { ngn: 0n, usd: 1n, choice: givenUp(cents(1n)), outcome: { way: "give_up" } },
  {
    ngn: 5_000_00n,
    usd: 1n,
    choice: toBank(cents(1n), kobo(5_000_00n)),
    outcome: {
      way: "bank",
      bank: { bankName: "First Bank", accountNumber: "0123456789", accountName: "Ada Obi" },
      naira: 5_000_00n,
      dollars: 1n,
    },
  },
])("decides on $ngn kobo and $usd cents with choice $choice.way: $outcome [R-01]", ({ ngn, usd, choice, outcome }) => {
  const left = decideBalanceDisposal([naira(ngn), dollars(usd)], choice);
  expect(left.ok ? left.value : left.problem.facts["amount"]).toEqual(outcome);
});

test.each<{ why: string; ngn: bigint; usd: bigint; choice: BalanceChoice; amount: string }>([
  { why: "a refund arrived", ngn: 7_00n, usd: 0n, choice: givenUp(kobo(5_00n)), amount: "₦7" },
  { why: "it was spent since", ngn: 0n, usd: 0n, choice: toBank(kobo(5_00n)), amount: "nothing" },
  { why: "the other wallet was credited", ngn: 5_00n, usd: 1n, choice: toBank(kobo(5_00n)), amount: "₦5 and $0.01" },
  { why: "it has another currency", ngn: 0n, usd: 5_00n, choice: givenUp(kobo(5_00n)), amount: "$5.00" },
  {
    why: "one wallet is listed twice",
    ngn: 5_00n,
    usd: 5_00n,
    choice: givenUp(kobo(5_00n), kobo(5_00n)),
    amount: "₦5 and $5.00",
  },
])("rejects a balance that differs from the one shown: $why [R-01]", ({ ngn, usd, choice, amount }) => {
  const left = decideBalanceDisposal([naira(ngn), dollars(usd)], choice);
  expect(left.ok ? left.value : left.problem).toMatchObject({ code: "balance_changed", facts: { amount } });
});
