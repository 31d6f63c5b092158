import { type Mutant, seenBy } from "./mutant.ts";

const here = "server/src/modules/verification";
/** Begins and ends the questions of look-ups. */
const opens = "server/src/database/migrations/0037_fewer_questions.sql";

/** Look-ups: what is asked, of whom, how often, and where the money goes. */
export const recordsBought: readonly Mutant[] = [
  ...seenBy(
    `${here}/asked-once.test.ts`,
    {
      broken: "what was asked already is not looked for",
      edits: [[`${here}/store.ts`, "new Set([...found.rows.map(({ id }) => id), ...behind", "new Set([...behind"]],
      laws: ["paid newest first and looked up all at once, in two processes", "one after the other, newest first"],
    },
    {
      broken: "a look-up whose money went back counts as asked",
      edits: [
        [
          `${here}/store.ts`,
          "i.outcome in ('DELIVERED', 'DENIED', 'UNANSWERED')",
          "i.outcome in ('DELIVERED', 'DENIED', 'UNANSWERED', 'PROVIDER_FAILED')",
        ],
      ],
      laws: ["when the first one's money went back, the next one is looked up"],
    },
  ),
  ...seenBy(
    `${here}/closing-last.test.ts`,
    {
      broken: "a request is closed before all else is written",
      edits: [
        [
          `${here}/end-item.ts`,
          "await beforeClosing(deps, tx, request, outcome);\n  await close(deps, tx, request, outcome);",
          "await close(deps, tx, request, outcome);\n  await beforeClosing(deps, tx, request, outcome);",
        ],
      ],
      laws: ["R-34: a request that ends as $outcome holds"],
    },
    {
      broken: "each of those who are refused together is closed before the next one is written",
      edits: [
        [
          `${here}/look-ups-together.ts`,
          '() => refuse(deps, tx, one));\n  for (const one of returned) await close(deps, tx, one, "BLOCKED");',
          '() => refuse(deps, tx, one).then(() => close(deps, tx, one, "BLOCKED")));',
        ],
      ],
      laws: ["R-34: of those who are asked or refused together"],
    },
  ),
  ...seenBy(
    `${here}/kinds.sandbox.test.ts`,
    {
      broken: "a number that is in no register is given back",
      edits: [
        [
          `${here}/rules.ts`,
          '{ outcome: "NO_DATA", consent: "record_missing" }',
          '{ outcome: "PROVIDER_FAILED", consent: "source_failed" }',
        ],
      ],
      laws: ["and the sums agree > $kind"],
    },
    {
      broken: "a source that failed is asked once more",
      edits: [
        [
          `${here}/run-look-up.ts`,
          "const answer = await asking.ask(attemptId);",
          'const first = await asking.ask(attemptId);\n  const answer = first.kind === "failed" ? await asking.ask(attemptId) : first;',
        ],
      ],
      laws: ["the sandbox was asked each number once by each product"],
    },
    {
      broken: "a company's shareholders are left out",
      edits: [[`${here}/look-ups/stakeholders.ts`, "(owning ?? []), ...(directing ?? [])", "(directing ?? [])"]],
      laws: ["R-03 R-12 the stakeholders of company $rc, over the wire"],
    },
    {
      broken: "what came beside a part that was not taken is not kept",
      edits: [[`${here}/run-look-up.ts`, "await keep(deps, key, answers);", ""]],
      laws: ["R-12 a report that is not ready is asked again"],
    },
  ),
  ...seenBy(
    `${here}/look-up.test.ts`,
    {
      broken: "an answer is not written down where the database is busy",
      edits: [["server/src/database/while-busy.ts", "if (!isBusy(error) || ", "if (isBusy(error) || "]],
      laws: ["R-03 R-12 R-26 an answer in hand is written down"],
    },
    {
      broken: "a minor's record is charged for",
      edits: [
        [
          `${here}/rules.ts`,
          '{ outcome: "MINOR", consent: "minor" }',
          '{ outcome: "NO_DATA", consent: "record_missing" }',
        ],
      ],
      laws: ["and the money follows it > %s"],
    },
    {
      broken: "nobody looks whether a record is about what was asked",
      edits: [[`${here}/part.ts`, "!isAbout(answer.record, asked)", "false"]],
      laws: ["T-62 the record of somebody else is a failure"],
    },
    {
      broken: "a question that nobody answered is given back",
      edits: [[`${here}/handlers.ts`, '"UNANSWERED"', '"NO_CONTACT"']],
      laws: ["a grown-up's record waits for its subject, and the charge stays"],
    },
    {
      broken: "the mail of a refund names no purchase",
      edits: [[`${here}/jobs.ts`, "reference: sale.transactionId", 'reference: ""']],
      laws: ["the refund's mail says how much went back"],
    },
    {
      broken: "one outcome more is given back in words than in postings",
      edits: [
        [
          "contract/src/verification-states.ts",
          '["PROVIDER_FAILED", "NO_CONTACT", "MINOR", "BLOCKED"]',
          '["PROVIDER_FAILED", "NO_CONTACT", "MINOR", "BLOCKED", "UNANSWERED"]',
        ],
      ],
      laws: ["the words for refunded outcomes and their postings are the same four"],
    },
    {
      broken: "a part can have two open attempts",
      edits: [[opens, "on conflict (request_id, part) where result <> 'not_taken' do nothing", ""]],
      sql: "drop index lookup_attempts_once;",
      laws: ["two jobs for one item at once ask once"],
    },
    {
      broken: "an answer that comes too late is used",
      edits: [
        [opens, "if cardinality(ended) < cardinality(attempts) then", "if false then"],
        [`${here}/look-ups-together.ts`, "over.get(idOf(one)) === true", "over.has(idOf(one))"],
      ],
      laws: ["T-33 an answer that comes after the refund is dropped unseen"],
    },
    {
      broken: "what a killed process left open counts as not there",
      edits: [[`${here}/run-look-up.ts`, "plan.goodToHave?.includes(part) ?? false", "true"]],
      laws: [
        "an attempt that a killed process left open is never repeated",
        "R-22 an answer whose writing-down breaks half-way",
      ],
    },
    {
      broken: "a lost wake-up is looked for after ten minutes",
      edits: [[`${here}/jobs.ts`, "const staleAfterSeconds = 60;", "const staleAfterSeconds = 600;"]],
      laws: ["R-21 work whose wake-up was lost is woken by the tables"],
    },
    {
      broken: "an item without a key waits for ever",
      edits: [[`${here}/run-look-up.ts`, 'return fail("nothing to ask with")', "return"]],
      laws: ["without a key there is nothing to ask with"],
    },
  ),
  ...seenBy(`${here}/minors.test.ts`, {
    broken: "asking for a guardian again is one more act",
    edits: [
      [
        `${here}/use-cases/ask-guardian.ts`,
        'if (found.isGuardianAsked) return ok({ result: "success" as const });',
        "",
      ],
      [`${here}/use-cases/ask-guardian.ts`, 'if (!isNew) return ok({ result: "success" as const });', ""],
    ],
    laws: ["R-10 once, also when it is asked at once, twice, or again"],
  }),
  ...seenBy(
    `${here}/parts.test.ts`,
    {
      broken: "bureaus are asked one after the other",
      edits: [
        [
          `${here}/run-look-up.ts`,
          "await Promise.all(asked.map((one) => answerOf(request.searchType, one)))",
          "await Array.fromAsync(asked, (one) => answerOf(request.searchType, one))",
        ],
      ],
      laws: ["who it is comes first, then the ticked bureaus at once"],
    },
    {
      broken: "what came beside a part that was not taken is lost",
      edits: [[`${here}/run-look-up.ts`, "await keep(deps, key, answers);", ""]],
      laws: ["what was found before a process was killed is not asked again"],
    },
    {
      broken: "what a killed process left open is not given back",
      edits: [[`${here}/run-look-up.ts`, "plan.goodToHave?.includes(part) ?? false", "true"]],
      laws: ["a process killed while it asks the part %s: never asked again"],
    },
    {
      broken: "a part that failed is passed over",
      edits: [[`${here}/run-look-up.ts`, 'answers.find(({ answer }) => answer.kind === "failed")', "undefined"]],
      laws: [
        "one part that may have been billed without an answer gives the whole back",
        "after one that may have taken it nobody is: the money goes back",
      ],
    },
    {
      broken: "the purge leaves what a part found",
      edits: [["server/src/modules/retention/purge.ts", "answer_sealed is not null", "answer_sealed is null"]],
      laws: ["T-51 what was kept of an item that was ended otherwise goes with its purge"],
    },
    {
      broken: "a look-up goes on after its item was given back",
      edits: [
        [
          `${here}/run-look-up.ts`,
          "if (ends.length > 0 && !(await keep(deps, key, ends))) return;",
          "if (ends.length > 0) await keep(deps, key, ends);",
        ],
      ],
      laws: ["an answer that comes after the item was given back asks nobody further"],
    },
    {
      broken: "bureaus are paid for before anybody looks whose number it is",
      edits: [[`${here}/look-ups/bvn.ts`, "          person.subject,\n        );", "          null,\n        );"]],
      laws: ["no bureau is paid for somebody who cannot be asked > %s"],
    },
    {
      broken: "a credit profile without any bureau's record is sold",
      edits: [[`${here}/look-ups/bvn.ts`, "if (!ticked.some((name) => answers[name])) return noData;", ""]],
      laws: ["one bureau without a record is null beside the others"],
    },
    {
      broken: "a source that is down is asked all the same",
      edits: [
        [
          `${here}/run-look-up.ts`,
          'part.sources.filter((source) => standing(source).state !== "down")',
          "part.sources.filter((source) => standing(source))",
        ],
      ],
      laws: ["the one that is down hears nothing", "with nobody left for one part no other part is paid"],
    },
    {
      broken: "the same source is asked again where another one could be",
      edits: [[`${here}/run-look-up.ts`, "up[notTaken % Math.max(up.length, 1)]", "up[0]"]],
      laws: ["after one has proved that it did not take the question the other one is asked"],
    },
  ),
  ...seenBy(`${here}/rules.test.ts`, {
    broken: "one field serves two look-ups",
    edits: [[`${here}/rules.ts`, "for (const field of fields) free.delete(field);", ""]],
    laws: ["R-14 for every payload: each field serves one look-up"],
  }),
  ...seenBy(
    `${here}/session.test.ts`,
    {
      broken: "a purchase that is paid reads as completed",
      edits: [
        [`${here}/use-cases/read-session.ts`, 'purchase.state === "completed" ?', 'purchase.state !== "initiated" ?'],
      ],
      laws: ["R-30 a reload goes on where the purchase stands"],
    },
    {
      broken: "a purchase is read at one moment and its items at another",
      edits: [[`${here}/use-cases/read-session.ts`, "await freeze(tx);", ""]],
      laws: ["R-30 a purchase and its items are told as they stood at one moment"],
    },
    {
      broken: "a request is read at one moment and its record at another",
      edits: [[`${here}/see-request.ts`, "row = (await readRow(tx, ownerId, id)) ?? row;", ""]],
      laws: ["R-08 R-30 a request and its record are told as they stood at one moment"],
    },
  ),
];
