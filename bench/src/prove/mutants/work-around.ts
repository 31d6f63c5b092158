import { type Mutant, seenBy } from "./mutant.ts";

const segments = "ops/backup/parts/segments.ts";
const house = "ops/failover/house.env.example";

/** What stands around the program: the sandbox, backups, the files of a cluster, and what the web decides by itself. */
export const workAround: readonly Mutant[] = [
  ...seenBy("sandbox/src/push/push.test.ts", {
    broken: "the sandbox loses no answer without a body",
    edits: [["sandbox/src/faults/inject.ts", `fault === "answer_lost" ? (payload ?? "") : payload`, "payload"]],
    laws: ["R-27 an answer without a body is lost like any other"],
  }),
  ...seenBy(
    "ops/backup/keeping.test.ts",
    {
      broken: "a segment of the log is written over by another one",
      edits: [[segments, "if test -f ${wal}/%f; then cmp -s %p ${wal}/%f;", "if cmp -s %p ${wal}/%f; then true;"]],
      laws: ["R-33 a segment that is kept already"],
    },
    {
      broken: "a segment that is there already is refused for ever",
      edits: [[segments, "then cmp -s %p ${wal}/%f;", "then false;"]],
      laws: ["R-33 a segment that is kept already"],
    },
    {
      broken: "a backup is taken of any server that has the process",
      edits: [
        [
          "ops/backup/parts/server.ts",
          "parentOf(found.backend) === postmaster",
          "parentOf(found.backend) !== undefined",
        ],
      ],
      laws: ["R-33 what answers must be the server whose files are here"],
    },
    {
      broken: "a backup is taken of a standby",
      edits: [
        [
          "ops/backup/parts/server.ts",
          "if (found.isStandby) return",
          `if (found.isStandby && postmaster === 0) return`,
        ],
      ],
      laws: ["R-33 what answers must be the server whose files are here"],
    },
  ),
  ...seenBy(
    "ops/backup/segments.test.ts",
    {
      broken: "only every other segment is looked for",
      edits: [[segments, "place += 1n", "place += 2n"]],
      laws: ["R-33 a log of changes with a gap is seen"],
    },
    {
      broken: "an empty archive has no gap",
      edits: [[segments, " || place === placeOf(from)", ""]],
      laws: ["R-33 a log of changes with a gap is seen"],
    },
    {
      broken: "the segment that the oldest copy begins with is tidied up",
      edits: [[segments, "placeOf(name.slice(0, 24)) < placeOf(from)", "placeOf(name.slice(0, 24)) <= placeOf(from)"]],
      laws: ["R-33 what is tidied up is older than the oldest copy"],
    },
  ),
  ...seenBy(
    "ops/failover/templates.test.ts",
    {
      broken: "the house's example forgets a setting",
      edits: [[house, "ETCD_PEER_PORT=2380", ""]],
      laws: ["%s asks for nothing that the house's example does not name"],
    },
    {
      broken: "a setting left empty is filled in as nothing",
      edits: [["ops/failover/fill.ts", `value === undefined || value === ""`, "value === undefined"]],
      laws: ["%s names the setting that was forgotten"],
    },
    {
      broken: "the house's example brings a password",
      edits: [[house, "REST_PASSWORD=", "REST_PASSWORD=idanimo"]],
      laws: ["name no password of their own"],
    },
    {
      broken: "a commit is answered without a standby",
      edits: [
        ["ops/failover/patroni.yml", "synchronous_mode_strict: ${SYNCHRONOUS}", "synchronous_mode_strict: false"],
      ],
      laws: ["answer a commit when the standby has it"],
    },
    {
      broken: "a primary is replaced before Patroni can have looked twice",
      edits: [[house, "TTL=30", "TTL=20"]],
      laws: ["give Patroni the time that its own rule asks for"],
    },
    {
      broken: "lines to a machine that no longer leads stay open",
      edits: [["ops/failover/haproxy.cfg", " on-marked-down shutdown-sessions", ""]],
      laws: ["R-25 the one address leads to whoever leads"],
    },
  ),
  ...seenBy("web/src/lib/problem-words.test.ts", {
    broken: "what was only looked at is said to be free",
    edits: [
      [
        "web/src/lib/problem-words.ts",
        "problem.message === texts.unavailable ? texts.unavailableToLook : wordsOf(problem)",
        "wordsOf(problem)",
      ],
    ],
    laws: ["R-26 what was only looked at is not said to be free"],
  }),
  ...seenBy("web/src/service-worker/push.test.ts", {
    broken: "a notice that comes again stands beside itself",
    edits: [["web/src/service-worker/push.js", "silent, tag })", "silent })"]],
    laws: ["R-13 a notice that comes twice is shown under one tag"],
  }),
  ...seenBy("web/src/features/payment/rules.test.ts", {
    broken: "what could not be confirmed is taken for a refusal",
    edits: [["web/src/features/payment/rules.ts", `"unconfirmed",`, ""]],
    laws: ["ERR-42 R-30: whether the money was taken is not known"],
  }),
  ...seenBy("web/src/features/stakeholders/rules.test.ts", {
    broken: "a payment with which nothing is bought is told as a failed look-up",
    edits: [
      [
        "web/src/features/stakeholders/rules.ts",
        `if (state === "not_bought")`,
        `if (state === "not_bought" && message === "")`,
      ],
    ],
    laws: ["T-22 R-04: a counted payment with which nothing is bought"],
  }),
];
