import { type Mutant, seenBy } from "./mutant.ts";

const operators = "server/src/modules/operators";
const refunds = "server/src/database/migrations/0027_reconciliation.sql";

/** What operators do at the terminal. */
export const moneyOperators: readonly Mutant[] = [
  ...seenBy(
    `${operators}/cases.test.ts`,
    {
      broken: "a case may be closed twice",
      edits: [[`${operators}/store.ts`, '.where("closed_at", "is", null)\n    .returning("id")', '.returning("id")']],
      laws: ["it is listed, shown with what is known of it, and closed once", "two operators who close one at once"],
    },
    {
      broken: "somebody's number may stand in the words that close a case",
      edits: [[`${operators}/case-commands.ts`, "if (holdsNumber(done))", "if (done === by)"]],
      laws: ["%s: it stays open, and the wrong word is named"],
    },
  ),
  ...seenBy(
    `${operators}/commands.test.ts`,
    {
      broken: "the question whether all laws hold always ends well, and says nothing where they do",
      edits: [
        [
          `${operators}/watch-commands.ts`,
          'lines: lines.length > 0 ? lines : ["All laws hold."], isWell: lines.length === 0',
          "lines, isWell: true",
        ],
      ],
      laws: [
        "R-01 with all laws kept the operator reads one line",
        "R-01 DASH-02 each broken law is a line of its own",
      ],
    },
    {
      broken: "a whole chain is told without its length",
      edits: [[`${operators}/watch-commands.ts`, "const count = head?.position ?? 0n;", "const count = 0n;"]],
      laws: ["R-10 a whole chain is told with its length, and its head to keep elsewhere"],
    },
  ),
  ...seenBy(
    `${operators}/drill.test.ts`,
    {
      broken: "requests that were deleted before a breach are listed as touched, newest first",
      edits: [
        [`${operators}/drill-store.ts`, " and (r.purged_at is null or r.purged_at > ${since})", ""],
        [`${operators}/drill-store.ts`, "order by r.created_at, r.id", "order by r.created_at desc, r.id"],
      ],
      laws: [
        "every request whose values were there in that time, with what and how often; no other",
        "what is read of a breach comes in batches, in order, each request in one of them",
      ],
    },
    {
      broken: "nobody is told of a breach by mail",
      edits: [[`${operators}/drill-letters.ts`, '["mail", mail, one.mailHash],', ""]],
      laws: ["whoever can be reached is told once over each of their contacts; the rest are counted"],
    },
    {
      broken: "keys of a run that died stay in the way of the next one",
      edits: [[`${operators}/drill-letters.ts`, "await deps.keys.destroy(ids);", ""]],
      laws: ["a run that died between its keys and its letters is done by the next one"],
    },
    {
      broken: "a part that was left out counts as never seen",
      edits: [[`${operators}/drill-rules.ts`, "decidedAt !== null && decidedAt < since", "decidedAt !== null"]],
      laws: ["a part that was left out was there to be seen until the yes"],
    },
    {
      broken: "the audit of a breach does not say of what time it was, and a time may end before it begins",
      edits: [
        [
          `${operators}/drill-commands.ts`,
          "${by}: ${moment(stretch.since)} to ${moment(stretch.until)}: ${what}",
          "${by}: ${what}",
        ],
        [`${operators}/drill-commands.ts`, "if (!from || !to || from >= to)", "if (!from || !to)"],
      ],
      laws: [
        "each run leaves an audit row that says who, and of what time",
        "%s: nothing is listed, nobody is told, and the wrong word is named",
      ],
    },
  ),
  ...seenBy(
    `${operators}/grievances.test.ts`,
    {
      broken: "a person is not told that an operator read their words, and a reason may hold a number",
      edits: [
        [
          "server/src/modules/consent/cases/operate.ts",
          'const isTold = await tellPerson(deps, tx, found, key, content, "case_read", words);',
          "const isTold = content.phone !== null && words.sms !== null;",
        ],
        [`${operators}/grievance-commands.ts`, "if (holdsNumber(reason))", "if (reason === by)"],
      ],
      laws: [
        "it is listed without its words; reading shows words and never the contact; the person is told by SMS and page",
        "%s: nothing is shown or done, and the wrong word is named",
      ],
    },
    {
      broken: "the program reads the cases of people without saying for whom",
      sql: `alter table subject_cases disable row level security`,
      laws: ["the running program's role reads no words without a key, and no case as another owner"],
    },
  ),
  ...seenBy(
    `${operators}/pay-outs.test.ts`,
    {
      broken: "where a balance went stays to be read after it was sent",
      edits: [[`${operators}/pay-out-commands.ts`, "await deps.keys.destroy([id]);", ""]],
      laws: [
        "T-75 R-01: a closed account's balance is listed, where to is read under a name, and forgotten once it is sent",
      ],
    },
    {
      broken: "a balance that somebody sends may be taken by another",
      edits: [["server/src/modules/accounts/leave/pay-outs.ts", '.where("claimed_by", "is", null)', ""]],
      laws: ["T-75 R-01: two operators at once: one is told where a balance goes"],
    },
  ),
  ...seenBy(`${operators}/prices.test.ts`, {
    broken: "a change of a price leaves no audit row",
    edits: [
      [
        "server/src/modules/pricing/change.ts",
        'await writeAudit(tx, ids, { actorKind: "operator", action: "price_changed", reason });',
        "",
      ],
    ],
    laws: ["R-10 a price is changed by a row beside the old one"],
  }),
  ...seenBy(
    `${operators}/refunds.test.ts`,
    {
      broken: "the audit does not say who asked for money back",
      edits: [[refunds, "who || ', asked by ' || refund.asked_by", "who"]],
      laws: ["T-36 R-03 R-10: two operators give money back once, it is audited, told"],
    },
    {
      broken: "the database looks at no operator's refund, and the program may write them",
      sql: `drop trigger operator_refunds_fit on operator_refunds; grant insert, update on operator_refunds to idanimo_app`,
      laws: ["more than was paid, another's money", "the running program itself: %s"],
    },
  ),
];
