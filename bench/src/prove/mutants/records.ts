import { type Mutant, seenBy } from "./mutant.ts";

const results = "server/src/modules/results";
const retention = "server/src/modules/retention";
const months = "server/src/database/migrations/0028_months.sql";

/** Records, how they end, and what is left of them. */
export const records: readonly Mutant[] = [
  ...seenBy(
    `${results}/files.test.ts`,
    {
      broken: "a look-up fails with what is only good to have",
      edits: [
        [
          "server/src/modules/verification/part.ts",
          'return answer.kind === "found" ? answer : { kind: "not_found" };',
          "return answer;",
        ],
      ],
      laws: ["$kind: delivered without it, and no address is named"],
    },
    {
      broken: "a look-up waits for what is only good to have",
      edits: [
        [
          "server/src/modules/verification/part.ts",
          'standing: () => ({ state: "up", usualSeconds: null })',
          "standing: () => source.standing()",
        ],
      ],
      laws: ["nor while its source is known to be down"],
    },
    {
      broken: "a file that nobody answered about fails the whole look-up",
      edits: [
        ["server/src/modules/verification/look-ups/vin.ts", 'goodToHave: ["specs", "file"]', 'goodToHave: ["specs"]'],
      ],
      laws: ["a process killed while it asks for the file"],
    },
    {
      broken: "a file needs no record",
      sql: "alter table result_files drop constraint result_files_request_id_fkey;",
      laws: ["R-04 a file of what nobody paid for, or of no record, cannot be written"],
    },
  ),
  ...seenBy(
    `${results}/reading.test.ts`,
    {
      broken: "proofs of consent are open to every account",
      sql: "alter table consent_evidence disable row level security;",
      laws: ["whatever the program asks > %s"],
    },
    {
      broken: "a proof of consent can be written in another account's name",
      sql: "alter policy owners_rows on consent_evidence with check (true);",
      laws: ["nothing is changed or written in another user's name either"],
    },
    {
      broken: "a scope is not looked at",
      edits: [
        [
          "server/src/database/database.ts",
          'if (!uuid.test(scope.owner)) throw new Error("transaction: the owner is no id");',
          "",
        ],
      ],
      laws: ["a scope that is no id is refused before it reaches the database"],
    },
  ),
  ...seenBy(`${retention}/expiries.test.ts`, {
    broken: "a record is read until it is purged",
    edits: [[`${results}/store.ts`, "c.state = 'granted' and c.gone_at > product_now()", "c.state = 'granted'"]],
    laws: ["R-08 of many records a second before their end each is read"],
  }),
  ...seenBy(`${retention}/late-jobs.test.ts`, {
    broken: "the purge does not wait for a look-up that begins late",
    edits: [[`${retention}/purge.ts`, "(i.state = 'looking_up' or (", "(("]],
    laws: ["and the purge is the first to run > the source says $answer"],
  }),
  ...seenBy(
    `${retention}/purge.test.ts`,
    {
      broken: "fifty requests are purged at once, not five hundred",
      edits: [[`${retention}/purge.ts`, "const atOnce = 500;", "const atOnce = 50;"]],
      laws: ["in batches of a few statements each"],
    },
    {
      broken: "two processes purge at once, and each says so",
      edits: [
        [`${retention}/purge.ts`, "if (only === undefined && !(await isAlone(tx))) return false;", ""],
        [`${retention}/purge.ts`, "purged.rows.map(({ id }) => ({ actorKind", "requestIds.map((id) => ({ actorKind"],
      ],
      laws: ["by two processes at once, each row once in the audit", "and one of it at once by its own job meanwhile"],
    },
    {
      broken: "rows are erased before their key",
      edits: [
        [`${retention}/purge.ts`, "await deps.keys.destroy(requestIds);", ""],
        [
          `${retention}/purge.ts`,
          'crashPoint("purge_committed");',
          'await deps.keys.destroy(requestIds);\n    crashPoint("purge_committed");',
        ],
      ],
      laws: [
        "key first: where the key database does not answer, nothing is erased",
        "a process that dies in the middle leaves whole batches",
      ],
    },
  ),
  ...seenBy(
    `${retention}/transparency.test.ts`,
    {
      broken: "search engines are asked to stay away from the counts",
      edits: [[`${retention}/transparency.ts`, "letFind(reply);", ""]],
      laws: ["LAND-01 search engines may list it, in words of its own"],
    },
    {
      broken: "a day is counted as soon as it is over",
      edits: [[`${retention}/transparency-store.ts`, "const settledMinutes = 10;", "const settledMinutes = 0;"]],
      laws: ["each event counts on its own day, today is not shown"],
    },
    {
      broken: "every day there ever was is listed",
      edits: [[`${retention}/transparency-store.ts`, ".limit(mostDaysShown)", ""]],
      laws: ["a month is listed, the rest is in the totals"],
    },
  ),
  ...seenBy(
    `${retention}/months/months.test.ts`,
    {
      broken: "the program's role can name the parts",
      sql: "grant usage on schema months to idanimo_app;",
      laws: ["the program's role reaches no part"],
    },
    {
      broken: "rows of a part can be deleted",
      edits: [
        [
          months,
          "append_only before update or delete or truncate on months.%I",
          "append_only before update on months.%I",
        ],
      ],
      laws: ["every part refuses change even to the owner"],
    },
    {
      broken: "the month that runs is not made",
      edits: [[months, "for step in 0 .. ahead loop", "for step in 1 .. ahead loop"]],
      laws: ["R-10 months are made ahead, twice changes nothing"],
    },
    {
      broken: "a month can be taken out while pages show what it holds",
      edits: [
        [
          months,
          "if product_now() < finish + interval '12 months'",
          "if product_now() < finish - interval '12 months'",
        ],
      ],
      laws: ["not while a page of ours shows what it holds"],
    },
    {
      broken: "a month is taken out with rows that have no seal",
      edits: [[months, "seals_due d where d.at < finish", "seals_due d where d.at is null"]],
      laws: ["not with a row that waits for its seal"],
    },
    {
      broken: "proofs of consent that are taken out leave no bridge",
      edits: [
        [months, "union select s.position from audit_seals s join months.%I e on e.id = s.evidence_id) g", ") g"],
      ],
      laws: ["with the rows over its end: written late, sealed late, in any order"],
    },
    {
      broken: "the verifier overlooks bridges",
      edits: [
        [
          months,
          "b.before_hash, true from audit_bridges b)",
          "b.before_hash, true from audit_bridges b where b.month is null)",
        ],
      ],
      laws: ["the chain goes on across it, from the head that was kept before"],
    },
    {
      broken: "the verifier does not look where a bridge begins",
      edits: [[months, "s.is_bridge then s.begins <> s.before_it", "s.is_bridge then false"]],
      laws: ["R-10 the verifier sees %s"],
    },
    {
      broken: "the file of an account is silent about what was taken out",
      edits: [["server/src/modules/audit/export-parts.ts", "yield* standsApart(db, ownerId);", ""]],
      laws: ["dumped and dropped, nothing of the product needs it"],
    },
  ),
  ...seenBy(
    `${retention}/restored/restored.test.ts`,
    {
      broken: "blocks that people made later are not brought back",
      edits: [
        [
          `${retention}/restored/restored.ts`,
          "from.later ? await bringBlocks(tx, from.later) : undefined",
          "undefined",
        ],
      ],
      laws: ["R-33 T-51 what was deleted, blocked or ended after the moment holds again"],
    },
    {
      broken: "keys that came back with their database stay",
      edits: [[`${retention}/restored/restored.ts`, "if (dead.length > 0) await keys.destroy(dead);", ""]],
      laws: ["R-33 keys that were restored with their database go again"],
    },
    {
      broken: "all keys may go without a word",
      edits: [[`${retention}/restored/going.ts`, "gone * usualShare <= of", "gone <= of"]],
      laws: ["R-33 what would go for ever is counted first"],
    },
    {
      broken: "an address that was given as a word is repeated",
      edits: [
        [
          "server/src/modules/operators/restore-commands.ts",
          '"takes the name of a variable of the environment that holds the address"',
          "`takes the name of a variable of the environment: ${variable} is none`",
        ],
      ],
      laws: ["R-33 an address, which has a password in it"],
    },
    {
      broken: "nobody has to say where what came later is",
      edits: [["server/src/modules/operators/restore-commands.ts", "if (later === undefined)", 'if (later === "")']],
      laws: ["R-33 without a moment, or without a word on what came later"],
    },
  ),
];
