import type { Proof } from "./table.ts";

/** Every proof, in the order they are run. */
export const proofs: readonly Proof[] = [
  { name: "program-kills", breaks: "a program, kill -9 at a random instant", shows: "R-20, R-21", usual: 2_000 },
  {
    name: "database-kills",
    breaks: "PostgreSQL, kill -9 or an immediate stop at a random instant",
    shows: "R-23, R-07",
    usual: 200,
  },
  {
    name: "provider-faults",
    breaks: "every provider, in every way, while people buy all kinds of look-ups",
    shows: "R-27, R-03",
    usual: 10_000,
  },
  { name: "crash-points", breaks: "a program at every crash point of every flow", shows: "R-22", usual: 1_000 },
  {
    name: "model",
    breaks: "wallets, payments, consent and refunds, asked by generated commands beside a model",
    shows: "R-37, R-01 to R-06, T-33",
    usual: 200_000,
  },
  {
    name: "double-spend",
    breaks: "a purchase paid fifty times at once, a top-up told ten times at once, a reference guessed",
    shows: "T-22, T-24, T-27",
    usual: 10_000,
  },
  {
    name: "failover",
    breaks: "one of two database machines: killed, cut off, standing still, switched, without its standby",
    shows: "R-24, R-07, R-25",
    usual: 50,
  },
  {
    name: "webhooks",
    breaks: "notices: ten times over, in any order, early, days late, of nobody's payment, 1,000 a second",
    shows: "R-28, R-06",
    usual: 10_000,
  },
  {
    name: "restores",
    breaks: "the whole database, restored beside the house to a random moment",
    shows: "R-33",
    usual: 50,
  },
];
