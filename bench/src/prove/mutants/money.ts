import { type Mutant, seenBy } from "./mutant.ts";

/** Prices, wallets and payments. */
export const money: readonly Mutant[] = [
  ...seenBy(
    "contract/src/pricing.test.ts",
    {
      broken: "the service fee is no part of tax and charges",
      edits: [["contract/src/pricing.ts", "item.vat[of] + item.serviceFee[of] + fee", "item.vat[of] + fee"]],
      laws: ["R-14 $why"],
    },
    {
      broken: "a quote's total leaves out its tax",
      edits: [["contract/src/pricing.ts", "total: add(sum.price, sum.tax), rate", "total: sum.price, rate"]],
      laws: ["R-14 a quote is the sum of its lines"],
    },
    {
      broken: "a second line of a file costs nothing",
      edits: [
        [
          "contract/src/pricing.ts",
          "price: times(single.price, count)",
          "price: times(single.price, Math.min(count, 1))",
        ],
      ],
      laws: ["R-14 C-09 the price of bureaus and of lines grows by one step each"],
    },
  ),
];
