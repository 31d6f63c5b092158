import { type Mutant, seenBy } from "./mutant.ts";

const days = "server/src/modules/payments/reconcile-day";
const report = "server/src/modules/payments/report";

/** The provider's list beside our books, and the accountant's report. */
export const moneyCompared: readonly Mutant[] = [
  ...seenBy(
    `${days}/reconcile-day.test.ts`,
    {
      broken: "a second payment of a purchase counts as what the first one brought too",
      edits: [
        [
          "server/src/database/migrations/0027_reconciliation.sql",
          "payment.paid_minor > credit.minor",
          "payment.paid_minor >= credit.minor",
        ],
      ],
      laws: ["R-05 where both sides say the same nothing is opened"],
    },
    {
      broken: "another amount on their list is no difference",
      edits: [
        [`${days}/rules.ts`, 'return payment.cashMinor === minor ? undefined : "other_amount";', "return undefined;"],
      ],
      laws: [
        "R-05 each kind of difference opens one case",
        "R-05 how many differences stand is told at the first reading already",
      ],
    },
    {
      broken: "a success that nobody told us of is a case and is not settled",
      edits: [[`${days}/reconcile-day.ts`, "for (const row of unheard) await this.#mend(row);", ""]],
      laws: ["R-05 T-24 a success that nobody told us of is settled as any other"],
    },
    {
      broken: "what was put aside counts as never counted",
      edits: [
        [`${days}/rules.ts`, 'if (payment.quarantinedMinor === null) return "not_counted";', 'return "not_counted";'],
      ],
      laws: ["R-05 what was put aside agrees with what came"],
    },
    {
      broken: "a difference that stands again is not noted on its case",
      edits: [[`${days}/reconcile-day.ts`, 'if (is === "again")', 'if (is === "new")']],
      laws: ["R-05 a difference that is no more is noted on its case, and one that stands again too"],
    },
    {
      broken: "what their list has on the day before is missing there",
      edits: [
        [
          `${days}/store.ts`,
          "where t.provider = p.provider and t.reference = p.reference)",
          "where t.provider = p.provider and t.reference = p.reference and t.day = ${day}::date)",
        ],
      ],
      laws: ["R-05 midnight in Lagos is no difference"],
    },
    {
      broken: "the provider is not asked about a payment that its list lacks",
      edits: [[`${days}/reconcile-day.ts`, "if (await this.#isGoodAfterAll(payment)) continue;", ""]],
      laws: ["R-05 a list that lags behind is no difference"],
    },
    {
      broken: "a person is told of a provider that is down after ten days",
      edits: [
        [
          `${days}/store.ts`,
          "tried_since < product_now() - interval '1 day'",
          "tried_since < product_now() - interval '10 days'",
        ],
      ],
      laws: ["R-27 a provider that is down is asked again, half a list is no list, and after a day a person is told"],
    },
    {
      broken: "a day that cannot be read ends the round",
      edits: [[`${days}/jobs.ts`, "failed.push(error); // that day", "throw error; // that day"]],
      laws: ["R-05 R-27 a day that cannot be read keeps no newer one from being compared"],
    },
    {
      broken: "an unreadable refund is taken for the transaction of its number",
      edits: [
        [
          `${days}/reconcile-day.ts`,
          'const theirId = what === "refund" ? `refund ${providerId}` : providerId;',
          "const theirId = providerId;",
        ],
      ],
      laws: ["R-05 a row that cannot be read is one case, beside which all others are compared"],
    },
    {
      broken: "two processes ask about one day at once",
      edits: [[`${days}/store.ts`, "(a.claimed_until is null or a.claimed_until < product_now())", "true"]],
      laws: ["R-26 two processes ask about a day once, and one that died leaves it to the other"],
    },
  ),
  ...seenBy(
    `${report}/books.test.ts`,
    {
      broken: "what came in the days of a report stands in its opening too",
      edits: [
        [
          `${report}/store.ts`,
          "case when l.created_at < s.begins then l.minor end",
          "case when l.created_at < s.ends then l.minor end",
        ],
      ],
      laws: [
        "R-05 R-11 whatever was posted, over whichever days",
        "R-05 what people did stands in it, in both currencies, with nobody's name",
      ],
    },
    {
      broken: "accounts that never held anything stand in a report",
      edits: [[`${report}/store.ts`, "found.rows.filter(({ touched }) => touched)", "found.rows"]],
      laws: ["R-05 a month in which nothing happened is a report too"],
    },
    {
      broken: "balances above what the transfers say add up",
      edits: [[`${report}/rules.ts`, "kept.balances !== kept.transfers", "kept.balances < kept.transfers"]],
      laws: ["R-05 books that do not add up say so"],
    },
  ),
];
