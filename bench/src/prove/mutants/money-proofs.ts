import { type Mutant, seenBy } from "./mutant.ts";

/** The proofs themselves, and what is checked of a change before it lands. */
export const moneyProofs: readonly Mutant[] = [
  ...seenBy("bench/src/prove/model.test.ts", {
    broken: "a card's money that comes after the wallet has paid reaches no wallet",
    edits: [
      [
        "server/src/database/migrations/0026_laws.sql",
        "if surplus > 0 then",
        "if surplus > 0 and (purchase.id is null or bought) then",
      ],
    ],
    laws: ["R-37 R-05 T-33 wallets, payments, consent and refunds are what a model of them says"],
  }),
  ...seenBy("bench/src/prove/program-kills.test.ts", {
    broken: "a call that is repeated with its key does its work again",
    edits: [["server/src/http/idempotency.ts", "if (answer.status >= 500) return", "if (answer.status >= 200) return"]],
    laws: ["R-20 R-21 programs that are killed while people pay lose nothing, double nothing"],
  }),
  ...seenBy("bench/src/prove/provider-faults.test.ts", {
    broken: "a refund gives back no tax",
    edits: [["server/src/database/migrations/0013_bulk.sql", "item.tax_minor)) legs", "0)) legs"]],
    laws: ["R-03 R-27 whatever fails outside while people buy, each charge ends once"],
  }),
  ...seenBy(
    "bench/src/prove/table.test.ts",
    {
      broken: "a text ends a cell of the table",
      edits: [["bench/src/prove/table.ts", '.replaceAll("|", "\\\\|")', ""]],
      laws: ["R-20 R-23 a proof in which nothing is lost is one row"],
    },
    {
      broken: "a proof that looks at nothing says that nothing was lost",
      edits: [["bench/src/prove/table.ts", '|| outcome.lost === "-" ? outcome.lost', '|| outcome.lost === "-" ? 0']],
      laws: ["R-20 where nothing is looked at that could be lost, the row does not say 0"],
    },
    {
      broken: "the last proof alone says whether all is good",
      edits: [["bench/src/prove/table.ts", "isAllGood &&= isGood(outcome)", "isAllGood = isGood(outcome)"]],
      laws: ["R-20 R-23 the whole is not good where $why, whatever else holds"],
    },
    {
      broken: "a proof ends well whatever it found",
      edits: [["bench/src/prove/proof.ts", "process.exitCode = isGood(outcome) ? 0 : 1;", ""]],
      laws: ["R-20 a proof in which something is lost ends with 1 by itself"],
    },
  ),
  ...seenBy(
    "bench/src/prove/kills/kills.test.ts",
    {
      broken: "a lock is as old as its last look",
      edits: [["bench/src/prove/kills/locks.ts", "since.get(sign) ?? standingMs", "standingMs"]],
      laws: ["R-21 a dead worker's lock grows old through every kill"],
    },
    {
      broken: "an answer of 500 is no fault",
      edits: [["bench/src/prove/kills/roaming.ts", "error.status === 500", "error.status > 500"]],
      laws: ["R-20 an answer of 500 is a fault, also when the call is answered after it"],
    },
    {
      broken: "a program that a signal ended is thought to stand",
      edits: [["bench/src/program.ts", " || started.process.signalCode !== null", ""]],
      laws: ["R-20 a program that ended by itself is seen to have ended"],
    },
  ),
  ...seenBy("bench/src/prove/parts/run-time-packages.test.ts", {
    broken: "packages of our own parts are left out",
    edits: [["bench/src/prove/parts/run-time-packages.ts", 'if (one.link) open.push(one.resolved ?? "");', ""]],
    laws: ["R-32 two versions can stand side by side when what they run on is the same"],
  }),
  ...seenBy("bench/src/prove/parts/steadiness.test.ts", {
    broken: "memory may grow by ten megabytes an hour",
    edits: [["bench/src/prove/parts/steadiness.ts", "mostGrowth] = [1, 0.1]", "mostGrowth] = [10, 0.1]"]],
    laws: ["R-35 of $mbAnHour MB and $filesAnHour files an hour is told what grows: $wrong"],
  }),
  ...seenBy(
    "tools/beside-old.test.ts",
    {
      broken: "a migration may drop a column that programs of the version before use",
      edits: [["tools/shared/beside-old.ts", "/\\bdrop column\\b/", "/\\bdrop columns\\b/"]],
      laws: ["R-32 %s is refused: programs of the version before go on", "R-32 a dropped column is refused"],
    },
    {
      broken: "a migration may not index a table that it makes itself",
      edits: [["tools/shared/beside-old.ts", "own.add(one);", ";"]],
      laws: ["R-32 %s is fine", "R-32 a new table with its index is fine"],
    },
  ),
];
