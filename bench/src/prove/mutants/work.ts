import { inFunction, type Mutant, seenBy } from "./mutant.ts";

const laws = "server/src/modules/audit/laws.ts";
const crashes = "server/src/kernel/crash-points.ts";
const runner = "server/src/jobs/runner.ts";
const lookUp = "server/src/modules/verification/run-look-up.ts";
const together = "server/src/modules/verification/look-ups-together.ts";
const bulk = "server/src/modules/verification/bulk";
const stakeholders = "server/src/modules/verification/look-ups/stakeholders.ts";

/** Work that goes on whatever dies: the queue, look-ups and files of many lines. */
export const work: readonly Mutant[] = [
  ...seenBy(
    "server/src/config.test.ts",
    {
      broken: "a production dies on purpose where it is told a place",
      edits: [["server/src/config.ts", "if (raw.CRASH_AT !== undefined)", `if (raw.CRASH_AT === "watch")`]],
      laws: ["a production refuses it, whatever it says"],
    },
    {
      broken: "a demonstration takes a pass that never comes",
      edits: [[crashes, "/^[1-9]\\d{0,5}$/", "/^\\d{1,6}$/"]],
      laws: ["a demonstration takes a place by its name"],
    },
  ),
  ...seenBy(
    "server/src/kernel/crash-points.test.ts",
    {
      broken: "a place to die at is nowhere in the code",
      edits: [[runner, `crashPoint("job_before_ack");`, ""]],
      laws: ["R-22 %s is one place in the code"],
    },
    {
      broken: "a program that is told no place dies at the first one",
      edits: [[crashes, "(point) => point === name", "(point) => point.startsWith(name)"]],
      laws: ["R-22 nothing happens at any place"],
    },
    {
      broken: "a program dies one pass too late",
      edits: [[crashes, "if (armed.passesLeft > 0) return;", "if (armed.passesLeft >= 0) return;"]],
      laws: ["R-22 a program dies at the pass it was told"],
    },
    {
      broken: "a program dies at whatever place it comes to first",
      edits: [[crashes, "if (armed.at !== name) return;", ""]],
      laws: ["R-22 a program dies at the pass it was told"],
    },
    {
      broken: "whoever watches the places dies at the first one",
      edits: [
        [crashes, "return void writeSync(2, `passed", "writeSync(2, `passed"],
        [crashes, "if (armed.at !== name) return;", `if (armed.at !== "watch" && armed.at !== name) return;`],
      ],
      laws: ["R-22 whoever only watches stays alive"],
    },
  ),
  ...seenBy(
    "server/src/jobs/calls.test.ts",
    {
      broken: "a broken law is no alarm",
      edits: [[laws, "if (found.rows.length > 0)", "if (found.rows.length > 100)"]],
      laws: ["R-01 a law that is broken is an alarm"],
    },
    {
      broken: "a law that was mended is told as broken for ever",
      edits: [
        [
          laws,
          "broken.set(found.rows.length);",
          "broken.set(Math.max(found.rows.length, (await broken.get()).values[0]?.value || 0));",
        ],
      ],
      laws: ["R-01 a law that is broken is an alarm"],
    },
  ),
  ...seenBy(
    "server/src/jobs/reconcile.test.ts",
    {
      broken: "look-ups without a wake-up are looked for after an hour",
      edits: [["server/src/modules/verification/jobs.ts", "staleAfterSeconds = 60;", "staleAfterSeconds = 3_600;"]],
      laws: ["R-03 a look-up whose wake-up was lost"],
    },
    {
      broken: "work that is woken again goes behind all that waits",
      sql: inFunction("enqueue_job", "'preserve_run_at'", "'replace'"),
      laws: ["R-03 R-34 waking work up again keeps its place"],
    },
    {
      broken: "work that failed and pauses is not brought forward",
      sql: inFunction("enqueue_job", "'preserve_run_at'", "'unsafe_dedupe'"),
      laws: ["R-03 R-34 waking work up again keeps its place"],
    },
    {
      broken: "a question without an end is taken for no such record",
      edits: [[lookUp, "if (!open.every(isSpare))", "if (open.some(isSpare))"]],
      laws: ["R-12 a look-up whose process died while asking"],
    },
    {
      broken: "a part that is being asked is asked a second time",
      edits: [[together, `return "open already";`, `return "opened";`]],
      laws: ["R-12 R-21 a job that runs twice at once asks once"],
    },
    {
      broken: "a source that never takes the question is asked for a day",
      edits: [[lookUp, "giveUpAfterSeconds = 600;", "giveUpAfterSeconds = 86_400;"]],
      laws: ["R-12 a source that proved it took nothing"],
    },
    {
      broken: "a question that was not taken counts as failed",
      edits: [[lookUp, `({ answer }) => answer.kind === "failed");`, `({ answer }) => answer.kind !== "found");`]],
      laws: ["R-12 a source that proved it took nothing"],
    },
  ),
  ...seenBy(
    "server/src/database/kept-plans.test.ts",
    {
      broken: "what look-ups go on from is read with the tables whole",
      sql: "alter function look_ups_of reset enable_seqscan",
      laws: ["R-31 what look-ups go on from"],
    },
    {
      broken: "a question that ended is looked for among all",
      sql: inFunction(
        "end_look_ups",
        "where a.id = any (attempts) and",
        "from unnest(attempts) e (id) where a.id = e.id and",
      ),
      laws: ["R-31 a question is ended by its own key"],
    },
    {
      broken: "an item to close is looked for among all under way",
      sql: inFunction("deliver_items", "state = under_way", "state = 'looking_up'"),
      laws: ["R-31 an item is closed by its own key"],
    },
    {
      broken: "all that waits is read for each seal",
      sql: "alter function seal_audit reset enable_seqscan",
      laws: ["R-31 a seal reads the one row it covers"],
    },
  ),
  ...seenBy("server/src/begin.test.ts", {
    broken: "a start that breaks off because of a stop cuts it short",
    edits: [["server/src/begin.ts", "(stopping ??= end(code))", "(stopping = end(code))"]],
    laws: ["R-32 a start that is told to end"],
  }),
  ...seenBy(
    "server/src/jobs/runner.test.ts",
    {
      broken: "a queue that has grown is not counted anew",
      edits: [[runner, "if (fetched.length >= localQueue.size) measure();", ""]],
      laws: ["R-31 a queue that was counted while it was empty"],
    },
    {
      broken: "a queue is counted anew each time",
      edits: [[runner, "if (rows[0]?.grown) await", "await"]],
      laws: ["R-31 a queue that was counted while it was empty"],
    },
    {
      broken: "nobody looks for the jobs of dead processes",
      edits: [[runner, "async () => void (await handOnDeadWorkersJobs(owner))", "async () => {}"]],
      laws: ["R-21 the job of a process killed in its middle"],
    },
    {
      broken: "a silent process counts as dead after a minute",
      edits: [[runner, "silentAfterSeconds = 20;", "silentAfterSeconds = 60;"]],
      laws: ["R-21 a silent worker counts as dead after 20 s"],
    },
    {
      broken: "who was heard of just now counts as dead",
      edits: [[runner, "h.seen_at > clock_timestamp()", "h.seen_at < clock_timestamp()"]],
      laws: ["R-21 the job of a process that lives is left to it"],
    },
    {
      broken: "nobody looks whether the queue fetches",
      edits: [[runner, "firstFetchMs = 5_000;", "firstFetchMs = 5_000_000;"]],
      laws: ["R-26 a queue whose first question the database refuses"],
    },
    {
      broken: "work with hands of its own takes all hands there are",
      edits: [[runner, "hands: own ?? atOnce", "hands: atOnce"]],
      laws: ["R-34 work with hands of its own takes those alone"],
    },
    {
      broken: "a process speaks for its first hands only",
      edits: [[runner, "queues.flatMap(({ poolIds })", "queues.slice(0, 1).flatMap(({ poolIds })"]],
      laws: ["R-21 a process speaks for all its hands"],
    },
  ),
  ...seenBy(
    "server/src/modules/verification/look-ups-together.test.ts",
    {
      broken: "a part that another process asks is asked here too",
      edits: [[together, `return "open already";`, `return "opened";`]],
      laws: [
        "of two processes at once each source is asked once",
        "a step with a part that is being asked already opens none of its parts",
      ],
    },
    {
      broken: "a question that was taken for dead ends once more",
      sql: inFunction("end_look_ups", "a.id = any (attempts) and a.result = 'sent'", "a.id = any (attempts)"),
      laws: ["T-33 one that was taken for dead stays as it is"],
    },
    {
      broken: "an item that two jobs read has its attempts twice",
      edits: [["server/src/modules/verification/store.ts", "[[...new Set(itemIds)]]", "[[...itemIds]]"]],
      laws: ["R-12 one that two jobs read at one moment has each of its attempts once"],
    },
    {
      broken: "each look-up asks the database for itself",
      edits: [[together, "const most = 100;", "const most = 1;"]],
      laws: ["R-31 those of one moment are read by one statement"],
    },
    {
      broken: "a silent source has no bound of open questions",
      edits: [[together, "openAtOnce = 64;", "openAtOnce = 640;"]],
      laws: ["of a source that says nothing at most 64 questions"],
    },
  ),
  ...seenBy(
    "server/src/modules/verification/look-ups/stakeholders.test.ts",
    {
      broken: "a list that was told is paid for again",
      edits: [[stakeholders, "(directing === undefined ? [directors] : [])", "[directors]"]],
      laws: ["R-12: a list that was told is not asked again"],
    },
    {
      broken: "people without their directors are sold as the whole",
      edits: [
        [stakeholders, "{ question }", "{ goodToHave, question }"],
        [stakeholders, "sources.companyDirectors, s", "sources.companyDirectors.map(goodToHave), s"],
      ],
      laws: ["R-03: one list that failed fails the whole"],
    },
  ),
  ...seenBy(
    "server/src/modules/verification/look-ups/vin.test.ts",
    {
      broken: "a vehicle without a specification is a failed look-up",
      edits: [
        [
          "server/src/modules/verification/look-ups/vin.ts",
          "sources.vehicleSpecs.map(goodToHave)",
          "sources.vehicleSpecs",
        ],
      ],
      laws: ["R-03 a vehicle's history that was paid for"],
    },
    {
      broken: "a vehicle without a file is a failed look-up",
      edits: [
        [
          "server/src/modules/verification/look-ups/vin.ts",
          "sources.vehicleReportFile.map(goodToHave)",
          "sources.vehicleReportFile",
        ],
      ],
      laws: ["RESULT-VIN-05 R-03 nor for want of its report as a file"],
    },
  ),
  ...seenBy(
    `${bulk}/bulk.test.ts`,
    {
      broken: "of a file at most six lines are charged",
      edits: [
        [
          "contract/src/pricing.ts",
          "price: times(single.price, count)",
          "price: times(single.price, Math.min(count, 6))",
        ],
      ],
      laws: ["PRICE-15 R-14 %i lines cost that many times one"],
    },
    {
      broken: "two thousand lines of a file are under way at once",
      edits: [[`${bulk}/jobs.ts`, "mostInFlight = 200;", "mostInFlight = 2_000;"]],
      laws: ["R-34 at most 200 lines are under way"],
    },
    {
      broken: "the lines of a file have no hands of their own",
      edits: [["server/src/composition.ts", "apart: { look_up_line: linesAtOnce }", "apart: {}"]],
      laws: ["R-34 at most 200 lines are under way"],
    },
    {
      broken: "a file's lines go before other people's look-ups",
      sql: inFunction("queue_lines", "10::smallint", "-10::smallint"),
      laws: ["R-34 at most 200 lines are under way"],
    },
    {
      broken: "nobody wakes a file whose wake-up was lost",
      edits: [[`${bulk}/jobs.ts`, `await deps.db.transaction("system", (tx) => wakeBulk(tx, staleAfterSeconds));`, ""]],
      laws: ["R-20 R-21 wake-ups that a killed process took with it"],
    },
    {
      broken: "of a stopped file only the first hundred lines are given back",
      edits: [[`${bulk}/jobs.ts`, "if (lines < linesAtOnce) return;", "return void lines;"]],
      laws: ["R-03 after 24 hours what was not begun is given back"],
    },
    {
      broken: "a look at a file's records leaves no trace",
      edits: [[`${bulk}/results-csv.ts`, "[...open.keys()].map(", "[...open.keys()].slice(1).map("]],
      laws: ["T-42 T-46 T-59 R-10 a record is in it while it may be seen"],
    },
  ),
];
