import { setTimeout as sleep } from "node:timers/promises";
import { atLeast, type Benchmark, inTurn, type Result } from "./benchmark.ts";
import { openPaymentLoad } from "./payments/payment-load.ts";
import { findWrongPayments } from "./payments/wrong-payments.ts";

/**
 * Each payment is a signed-in call with an idempotency key. The purchases are inserted before, so that paying alone is measured, and
 * the accounts must be exact after each round, also those of pgbench.
 */
export const payments: Benchmark = {
  name: "payments",
  goals: ["G-P1", "G-P4", "G-P6", "G-P7", "G-P9"],
  what: "wallet payments over HTTP, to pgbench doing the same step by step on the same tables",
  defaultRounds: 5,
  defaultSeconds: 3,
  async run({ rounds, seconds, log }) {
    const load = await openPaymentLoad({ api: 1 });
    const { database } = load.fleet;
    const rate = atLeast([3, 2], "G-P1", "payments/s of 64 connections to pgbench with 64 clients", "/s");
    const oneWallet = atLeast([8, 6], "G-P4", "payments/s on one wallet to pgbench on one row", "/s");
    const many = atLeast([1.1, 1], "G-P6", "payments/s of 256 connections to 64, without errors", "/s");
    const slowDisk = atLeast([2, 1.7], "G-P7", "G-P1 with a disk flush of 2 ms", "/s");

    const both = {
      http: () => load.payOverHttp({ connections: 64, seconds }),
      pgbench: () => load.payWithPgbench(seconds),
    };
    const all = {
      ...both,
      many: () => load.payOverHttp({ connections: 256, seconds }),
      httpOneWallet: () => load.payOverHttp({ connections: 64, seconds, accounts: { count: 1 } }),
      pgbenchOneWallet: () => load.payWithPgbench(seconds, true),
    };
    /** Delays each commit, as a slow disk does. */
    const setFlushDelay = async (microseconds: number) => {
      await database.query(`alter system set commit_delay = ${microseconds}`);
      await database.query(`alter system set commit_siblings = ${microseconds > 0 ? 0 : 5}`);
      await database.query("select pg_reload_conf()");
      await sleep(200);
    };

    const wrong: string[] = [];
    await inTurn(0, all); // warms up
    for (let round = 0; round < rounds; round += 1) {
      const of = await inTurn(round, all);
      rate.addRound(of.http.perSecond, of.pgbench.perSecond);
      oneWallet.addRound(of.httpOneWallet.perSecond, of.pgbenchOneWallet.perSecond);
      many.addRound(of.many.perSecond, of.http.perSecond);
      await setFlushDelay(2_000);
      const slow = await inTurn(round, both);
      await setFlushDelay(0);
      slowDisk.addRound(slow.http.perSecond, slow.pgbench.perSecond);
      wrong.push(...(await findWrongPayments(database)));
      log(`round ${round + 1}: ${of.http.perSecond.toFixed(0)} payments/s, pgbench ${of.pgbench.perSecond.toFixed(0)}`);
    }

    // sealing is a job, and no program runs jobs here
    const violations = await database.query<{ invariant: string; detail: string }>(
      "select invariant, detail from check_invariants(100000) where detail not like '% is not sealed since %' limit 5",
    );
    wrong.push(...violations.rows.map(({ invariant, detail }) => `${invariant}: ${detail}`));
    const exact: Result = {
      goal: "G-P9",
      what: "accounts of product and pgbench after each round (after kills: `npm run chaos`)",
      target: "exact",
      minimum: "exact",
      result: wrong.length === 0 ? "exact" : `WRONG: ${wrong.join("; ")}`,
      isMinimumMet: wrong.length === 0,
    };
    return [...[rate, oneWallet, many, slowDisk].map((goal) => goal.result()), exact];
  },
};
