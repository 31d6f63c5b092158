import { type Mutant, seenBy } from "./mutant.ts";

/** Questions to people, their answers, and the page of their own data. */
export const consent: readonly Mutant[] = [
  ...seenBy(
    "server/src/modules/consent/ladder.test.ts",
    {
      broken: "who reached nobody pays as for a question that nobody answered",
      edits: [
        [
          "server/src/modules/consent/jobs.ts",
          'emit(tx, "consent_unreachable", { requestId })',
          'emit(tx, "consent_terminated", { requestId, wasGranted: false })',
        ],
      ],
      laws: ["R-03 when every way of $has fails"],
    },
    {
      broken: "each notice of arrival has a transaction of its own",
      edits: [["server/src/modules/consent/use-cases/climb.ts", "const together = 100;", "const together = 1;"]],
      laws: ["R-31 notices that come at one moment are taken together"],
    },
    {
      broken: "a notice of arrival waits for who decides",
      edits: [["server/src/modules/consent/question-store.ts", "for update skip locked)", "for update)"]],
      laws: ["R-31 a notice of arrival waits for nobody"],
    },
    {
      broken: "a next way is tried before its time",
      edits: [["server/src/modules/consent/use-cases/climb.ts", "!at || at > consent.now", "!at"]],
      laws: ["two processes at once send one message"],
    },
    {
      broken: "the schedule does not find whose next way is due",
      edits: [
        [
          "server/src/modules/consent/question-store.ts",
          '"next_step_at", "<=", productNow',
          '"next_step_at", ">", productNow',
        ],
      ],
      laws: ["a wake-up that was lost is made up for by the schedule"],
    },
    {
      broken: "a step is counted before its message is written",
      edits: [
        [
          "server/src/modules/consent/use-cases/climb.ts",
          "await queueMessage(tx, message, deps.ids);",
          'await deps.db.transaction("system", (own) => queueMessage(own, message, deps.ids));',
        ],
      ],
      laws: ["a step that fails in its middle leaves nothing half"],
    },
  ),
  ...seenBy("server/src/modules/consent/states.test.ts", {
    broken: "a yes can become a no",
    edits: [
      [
        "server/src/modules/consent/states.ts",
        'granted: { subject_withdrew: "terminated"',
        'granted: { subject_denied: "denied", subject_withdrew: "terminated"',
      ],
    ],
    laws: ["R-09 a consent moves from initiate to pending"],
  }),
  ...seenBy(
    "server/src/modules/consent/subject-page.test.ts",
    {
      broken: "the purge does not wait for a question that is still open",
      edits: [["server/src/modules/retention/purge.ts", "c.state = 'pending'", "c.state = 'initiate'"]],
      laws: ["R-03 the purge does not overtake a yes"],
    },
    {
      broken: "an answer by SMS is written down as one by page",
      edits: [["server/src/modules/consent/use-cases/decide.ts", "channel: way,", 'channel: "page",']],
      laws: ["$event by $way"],
    },
    {
      broken: "the end of a question is put down to its subject",
      edits: [
        [
          "server/src/modules/consent/jobs.ts",
          '{ actorKind: "system", action, objectId: requestId }',
          '{ actorKind: "subject", action, objectId: requestId }',
        ],
      ],
      laws: ["a question nobody answered is ended by the system"],
    },
  ),
  ...seenBy(
    "server/src/modules/consent/unreachable.test.ts",
    {
      broken: "a question that reached nobody is not ended",
      edits: [
        [
          "server/src/modules/consent/jobs.ts",
          'emit(tx, "consent_unreachable", { requestId })',
          'emit(tx, "consent_terminated", { requestId, wasGranted: false })',
        ],
      ],
      laws: [
        "the gateway refuses the only message: the money goes back",
        "phone and mail both fail",
        "the gateway took it and says later that it did not arrive",
      ],
    },
    {
      broken: "a mail that went out is taken for one that failed",
      edits: [["server/src/modules/consent/question-store.ts", "m.state <> 'failed'", "m.state = 'waiting'"]],
      laws: ["%s: the question stands"],
    },
  ),
  ...seenBy(
    "server/src/modules/consent/my-data/act.test.ts",
    {
      broken: "what is taken back keeps its key",
      edits: [
        [
          "server/src/modules/consent/use-cases/decide.ts",
          'await deps.events.emit(tx, "consent_terminated", { requestId, wasGranted: true });',
          "",
        ],
      ],
      laws: ["one tap: the asker reads nothing"],
    },
    {
      broken: "an open question cannot be refused from the person's own page",
      edits: [
        [
          "server/src/modules/consent/my-data/act.ts",
          'idsInState(tx, visitor, "pending", null)',
          'idsInState(tx, visitor, "granted", null)',
        ],
      ],
      laws: ["an open question is answered with no from here"],
    },
    {
      broken: "a yes whose time is over can be taken back",
      edits: [
        ["server/src/modules/consent/store.ts", '"gone_at", ">", productNow', '"gone_at", "is not", null'],
        [
          "server/src/modules/consent/my-data/request-store.ts",
          "sql`and c.gone_at > product_now()`",
          "sql`and c.gone_at is not null`",
        ],
      ],
      laws: ["a yes whose time is over stays what it was", "R-08 nor by the message's link"],
    },
  ),
  ...seenBy("server/src/modules/consent/my-data/rights.test.ts", {
    broken: "a page that asks again is one more look",
    edits: [
      ["server/src/modules/consent/my-data/request-store.ts", "coalesce(since > interval '1 minute', true)", "true"],
    ],
    laws: ["R-10 waiting is no look"],
  }),
  ...seenBy("server/src/modules/consent/my-data/words.test.ts", {
    broken: "a time that is just over counts as not over",
    edits: [["server/src/modules/consent/my-data/rules.ts", "at <= now", "at < now"]],
    laws: ["R-08 %j is %s to the person it is about"],
  }),
  ...seenBy(
    "server/src/modules/consent/page/link.test.ts",
    {
      broken: "a receipt of deletion does not find its row of the log",
      edits: [["server/src/modules/consent/page/store.ts", '"l.action", "=", "purged"', '"l.action", "=", "deleted"']],
      laws: ["$end: when, and where the sealed log says so"],
    },
    {
      broken: "a yes that stands reads as deleted soon",
      edits: [
        [
          "server/src/modules/consent/page/receipt.ts",
          'if (standing === "granted") return nothing;',
          'if (standing === "granted" && done) return nothing;',
        ],
      ],
      laws: ["while a yes stands nothing is called deleted"],
    },
  ),
];
