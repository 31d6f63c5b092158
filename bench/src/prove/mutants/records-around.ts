import { type Mutant, seenBy } from "./mutant.ts";

const here = "server/src/modules/verification";

/** Live faces, reports and a company's stakeholders. */
export const recordsAround: readonly Mutant[] = [
  ...seenBy(`${here}/live-face/live-face.test.ts`, {
    broken: "a provider of pictures that does not answer reads as one that has none",
    edits: [
      [
        "server/src/providers/live-face/live-face.ts",
        'if (end.kind !== "answer") return { kind: "failed" };',
        'if (end.kind !== "answer") return { kind: "gone" };',
      ],
    ],
    laws: ["R-27 a provider that answers with %s gives neither ticket nor picture"],
  }),
  ...seenBy(`${here}/reports/reports.test.ts`, {
    broken: "reports are open to every account",
    sql: "alter table reports disable row level security;",
    laws: ["R-15 row-level security keeps reports apart"],
  }),
  ...seenBy(
    `${here}/stakeholders/rules.test.ts`,
    {
      broken: "an order whose money went back stands",
      edits: [[`${here}/stakeholders/rules.ts`, "outcome === null || !isRefunded(outcome)", "outcome !== undefined"]],
      laws: ["of the same company > $why"],
    },
    {
      broken: "an order that steps aside can still be paid",
      edits: [[`${here}/stakeholders/rules.ts`, "ends: open.map(({ purchaseId }) => purchaseId)", "ends: []"]],
      laws: ["whatever happens in whatever order, one at most is paid for and kept"],
    },
  ),
  ...seenBy(
    `${here}/stakeholders/stakeholders.test.ts`,
    {
      broken: "nobody waits for the end of a company's look-up",
      edits: [[`${here}/stakeholders/read.ts`, '({ state }) => state !== "running"', "() => true"]],
      laws: ["R-04 from the wallet, and the end is waited for"],
    },
    {
      broken: "stakeholders whose money went back cannot be bought again",
      edits: [[`${here}/stakeholders/rules.ts`, "outcome === null || !isRefunded(outcome)", "outcome !== undefined"]],
      laws: ["R-03 one list that fails gives all of it back"],
    },
    {
      broken: "a look at a company's people leaves no row",
      edits: [[`${here}/stakeholders/read.ts`, "if (found)\n", "if (!found)\n"]],
      laws: ["R-10 each look at the people leaves its row"],
    },
    {
      broken: "orders of one company do not wait for each other",
      edits: [[`${here}/stakeholders/order.ts`, "await lockCompany(tx, asked.company);", ""]],
      laws: ["thirty payments at once with as many references"],
    },
    {
      broken: "a paid order is told to every reference",
      edits: [[`${here}/stakeholders/rules.ts`, "transactionId === asked.reference", 'transactionId !== ""']],
      laws: ["the same reference again is the same purchase"],
    },
    {
      broken: "an order that nobody has delivered yet is made once more",
      edits: [
        [`${here}/stakeholders/rules.ts`, "!isQuoteOver && total.currency", "isQuoteOver && total.currency"],
        [
          `${here}/stakeholders/rules.ts`,
          "outcome === null || !isRefunded(outcome)",
          "outcome !== null && !isRefunded(outcome)",
        ],
      ],
      laws: ["from the wallet and at the provider at once: one charge"],
    },
    {
      broken: "an order is told whatever its currency",
      edits: [
        [
          `${here}/stakeholders/rules.ts`,
          "!isQuoteOver && total.currency === currency && total.minor === minor",
          "!isQuoteOver && total && currency && minor",
        ],
      ],
      laws: ["RESULT-BUSINESS-15 a payment that comes late"],
    },
    {
      broken: "the reference of an ended order cannot be named again",
      edits: [
        [
          `${here}/stakeholders/order.ts`,
          "asked === undefined || earlier.some(({ transactionId }) => transactionId === asked)",
          "asked === undefined",
        ],
      ],
      laws: ["a quote that is over gives way to a new one"],
    },
    {
      broken: "orders of stakeholders are open to every account",
      sql: "alter table stakeholder_orders disable row level security;",
      laws: ["R-15 row-level security alone keeps orders apart"],
    },
  ),
];
