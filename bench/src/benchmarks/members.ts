import { apiBase } from "@idanimo/contract/operation";
import { createSession } from "@idanimo/contract/verification";
import type pg from "pg";
import { atMost, type Benchmark, inTurn } from "./benchmark.ts";
import { openPaymentLoad } from "./payments/payment-load.ts";
import type { Accounts } from "./payments/rows.ts";
import { findWrongPayments } from "./payments/wrong-payments.ts";
import { rawRequest, wrk } from "./wrk.ts";

const people = 1_000;
const connections = 64;

/** Each organisation has four caps and two approval rules that concern the call and refuse nothing. */
async function insertRules(database: pg.Pool): Promise<void> {
  await database.query(
    `insert into spending_caps (id, organisation_id, applies_to, subject_id, period, amount_minor, count)
     select gen_random_uuid(), m.organisation_id, applies_to, case applies_to when 'role' then 'owner' else m.user_id::text end, period, 1e15, 1e9
     from members m, unnest(array['member', 'role']) applies_to, unnest(array['day', 'month']) period`,
  );
  await database.query(
    `insert into approval_rules (id, organisation_id, search_types, purposes, above_minor)
     select gen_random_uuid(), o.id, types, '{}', above
     from organisations o, (values ('{bvn}'::text[], null::bigint), ('{}', 1e15::bigint)) rule (types, above)`,
  );
}

/** A member pays and opens a purchase with role, caps and approval rules checked; an individual account has none of them. */
export const members: Benchmark = {
  name: "members",
  goals: ["G-M1"],
  what: "purchases and wallet payments of members of 1,000 organisations, to those of 1,000 individual accounts",
  defaultRounds: 5,
  defaultSeconds: 3,
  async run({ rounds, seconds, log }) {
    const load = await openPaymentLoad({ api: 1 });
    const { database } = load.fleet;
    const [url] = load.fleet.urls;
    const persons: Accounts = { count: people };
    const organisations = await load.addAccounts(people, "business");
    await insertRules(database);
    await load.settle();

    const order = (accounts: Accounts) => async () => {
      const { first = 0, count } = accounts;
      const requests = load.tokens.slice(first, first + count).map((token, at) => {
        const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
        const body = JSON.stringify({ rc: String(1_000_000 + at), currency: "NGN" });
        return rawRequest("POST", url, apiBase + createSession.path, headers, body);
      });
      const file = `${load.fleet.folder}/requests`;
      return (await wrk({ url, requests, connections, seconds, file, isRepeatable: true })).perSecond;
    };
    const pay = (accounts: Accounts) => async () =>
      (await load.payOverHttp({ connections, seconds, accounts })).perSecond;
    const slices = {
      personPays: pay(persons),
      memberPays: pay(organisations),
      personOrders: order(persons),
      memberOrders: order(organisations),
    };
    const paying = atMost([1.15, 1.3], "G-M1", "time of a member's wallet payment to an individual's", "ms");
    const ordering = atMost([1.15, 1.3], "G-M1", "time of a member's new purchase to an individual's", "ms");
    await inTurn(0, slices); // warms up
    for (let round = 0; round < rounds; round += 1) {
      const of = await inTurn(round, slices);
      paying.addRound(1000 / of.memberPays, 1000 / of.personPays);
      ordering.addRound(1000 / of.memberOrders, 1000 / of.personOrders);
      log(
        `round ${round + 1}: members ${of.memberPays.toFixed(0)} payments/s, ${of.memberOrders.toFixed(0)} purchases/s`,
      );
    }
    const wrong = await findWrongPayments(database);
    if (wrong.length > 0) throw new Error(wrong.join("; "));
    return [paying.result(), ordering.result()];
  },
};
