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
  { name: "rolling", breaks: "programs ended in turn and started anew under load", shows: "R-32", usual: 50 },
  { name: "side-by-side", breaks: "a release with a migration under load, taken back once", shows: "R-32", usual: 3 },
  {
    name: "many",
    breaks: "nothing: three programs for calls and two for jobs are asked what one alone must answer",
    shows: "T-02, T-06, R-06",
    usual: 100,
  },
  {
    name: "notices",
    breaks: "programs, kill -9, and answers of a push service, while people are told of their purchases",
    shows: "R-13",
    usual: 500,
  },
  {
    name: "clocks",
    breaks: "clocks: programs a minute to a day off, a leap day, midnight in Lagos, the database's own to and fro",
    shows: "R-29",
    usual: 3,
  },
  {
    name: "flood",
    breaks: "fairness: one tenant's files of so many lines, beside others who pay one by one",
    shows: "R-34",
    usual: 20_000,
  },
  {
    name: "backlog",
    breaks: "the jobs: they stand for 48 hours while so many look-ups are paid for",
    shows: "R-31",
    usual: 100_000,
  },
  {
    name: "soak",
    breaks: "patience: so many seconds of the same load, memory, files and rows watched (half a day)",
    shows: "R-35",
    usual: 43_200,
  },
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
    name: "reconciliation",
    breaks: "the card provider's books, in every way in which they can differ from ours",
    shows: "R-05",
    usual: 1_000,
  },
  {
    name: "webhooks",
    breaks: "notices: ten times over, in any order, early, days late, of nobody's payment, 1,000 a second",
    shows: "R-28, R-06",
    usual: 10_000,
  },
  {
    name: "scarcity",
    breaks:
      "the database: no connection, time or disk left; locks, serialization and memory as refusals that triggers raise",
    shows: "R-26",
    usual: 3,
  },
  {
    name: "restores",
    breaks: "the whole database, restored beside the house to a random moment",
    shows: "R-33",
    usual: 50,
  },
  {
    name: "slow-clients",
    breaks:
      "patience: so many slow headers, slow bodies, slow readers and range requests, at the program and at the proxy",
    shows: "T-65",
    usual: 500,
  },
  {
    name: "injections",
    breaks: "each parameter of each operation, by sqlmap (level 3, risk 2)",
    shows: "T-64",
    usual: 300,
  },
];
