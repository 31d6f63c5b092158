import { type Mutant, seenBy } from "./mutant.ts";

const here = "server/src/http";
const see = "server/src/modules/verification/see-request.ts";

/** Whoever knows the id of a request reads it. */
const readByAnybody: Mutant["edits"] = [
  [see, "await deps.db.transaction({ owner: ownerId }", 'await deps.db.transaction("system"'],
  [see, "i.id = ${id} and i.owner_id = ${ownerId}", "i.id = ${id}"],
];

/** What goes out over HTTP, to whom, and what is said of faults. */
export const recordsServed: readonly Mutant[] = [
  ...seenBy(`${here}/end-in-order.test.ts`, {
    broken: "a program that ends waits for lines that say nothing",
    edits: [[`${here}/end-in-order.ts`, "waited > firstWordMs", "waited > patienceMs"]],
    laws: ["R-32 a program that is asked to end serves what has begun"],
  }),
  ...seenBy(`${here}/events.test.ts`, {
    broken: "what is taken back is read until its time is over",
    edits: [
      ["server/src/modules/consent/use-cases/decide.ts", "{ gone_at: consent.now }", "{}"],
      ["server/src/modules/results/store.ts", "c.state = 'granted' and", "c.state in ('granted', 'terminated') and"],
      [see, "if (!isOpen(standingOf(row), row.now)) open = undefined;", ""], // which finds the two apart
    ],
    laws: ["R-08 a yes that is taken back ends access within a second"],
  }),
  ...seenBy(
    `${here}/every-act.test.ts`,
    {
      broken: "a question that nobody answered ends without a row",
      edits: [
        [
          "server/src/modules/consent/jobs.ts",
          'await writeAudit(tx, deps.ids, { actorKind: "system", action, objectId: requestId });',
          "",
        ],
      ],
      laws: ["there is no row without one > %s"],
    },
    {
      broken: "a paper leaves no row",
      edits: [[see, "if (open && action) await", 'if (open && action === "looked_at_record") await']],
      laws: ["a look at a record, a report, a file: as many as were given out"],
    },
    {
      broken: "a row of a look does not say at what",
      edits: [[see, "action, objectId: id });", "action });"]],
      laws: ["with who did it, when, and an operator's reason"],
    },
  ),
  ...seenBy(`${here}/every-route.test.ts`, {
    broken: "a request is read by every account that knows its id",
    edits: readByAnybody,
    laws: ["T-43 R-08 %s reads no byte of a record"],
  }),
  ...seenBy(
    `${here}/faults.test.ts`,
    {
      broken: "a database that stops is a bug of ours",
      edits: [[`${here}/app.ts`, "/^(53|57P|08|", "/^(53|08|"]],
      laws: ["R-26 %s is told as 'try again', with when"],
    },
    {
      broken: "what may have been written is said to be a fault",
      edits: [[`${here}/app.ts`, 'if (error instanceof Unconfirmed) return refuse(reply, plain("unconfirmed"));', ""]],
      laws: ["R-23 what may have been written is not said to be undone"],
    },
    {
      broken: "who asks about a payment hears that nothing was charged",
      edits: [[`${here}/app.ts`, 'request.routeOptions.config.unavailableAs ?? "unavailable"', '"unavailable"']],
      laws: ["R-24 who asks about a payment while nothing can be written"],
    },
  ),
  ...seenBy(
    `${here}/idempotency.test.ts`,
    {
      broken: "a key whose call died is held for an hour",
      edits: [[`${here}/idempotency.ts`, "const deadAfterSeconds = 60;", "const deadAfterSeconds = 3600;"]],
      laws: ["after $seconds s its key is: $kind"],
    },
    {
      broken: "an answer that says 'try again' is kept",
      edits: [[`${here}/idempotency.ts`, "answer.status >= 500", "answer.status === 500"]],
      laws: ["an answer that says 'try again' is not kept"],
    },
    {
      broken: "a body is kept as a plain hash",
      edits: [
        [
          `${here}/idempotency.ts`,
          'import { sql } from "kysely";',
          'import { hash } from "node:crypto";\nimport { sql } from "kysely";',
        ],
        [
          `${here}/idempotency.ts`,
          'vault.indexHash("body", JSON.stringify(body ?? null))',
          'hash("sha256", JSON.stringify(body ?? null), "buffer")',
        ],
      ],
      laws: ["T-53 what is kept of a body cannot be found by trying every number"],
    },
    {
      broken: "a key that was answered is worked on again a minute later",
      edits: [[`${here}/idempotency.ts`, "where k.status is null and k.body_hash", "where k.body_hash"]],
      laws: ["a kept answer is given again days later"],
    },
  ),
  ...seenBy(
    `${here}/live-hub.test.ts`,
    {
      broken: "each try that fails begins another one",
      edits: [
        [
          `${here}/live-hub.ts`,
          "if (!isOpen) continue;",
          "if (!isOpen) void this.#again();\n      if (!isOpen) continue;",
        ],
      ],
      laws: ["while the database accepts nobody it is tried one at a time"],
    },
    {
      broken: "who waits for an event begins to listen after a look",
      edits: [
        [`${here}/live-hub.ts`, "const heard = this.#next(", "const heard = () => this.#next("],
        [`${here}/live-hub.ts`, "await heard;", "await heard();"],
      ],
      laws: ["R-23 an event that comes during a look is not lost"],
    },
  ),
  ...seenBy(
    `${here}/read-paths.test.ts`,
    {
      broken: "a record is read before its person has answered",
      edits: [
        [
          "server/src/modules/results/store.ts",
          "c.state = 'granted' and c.gone_at > product_now()",
          "c.state in ('pending', 'granted')",
        ],
        ["server/src/modules/results/store.ts", "i.outcome = 'DELIVERED'", "i.state <> 'priced'"],
      ],
      laws: ["to anybody else, on any path > $name, $state"],
    },
    {
      broken: "a record is read by every account that knows its id",
      edits: readByAnybody,
      laws: ["EXPIRY-07 API-16 %s: a second before its end its asker reads it"],
    },
    {
      broken: "a company's people are sold without the list that failed",
      edits: [
        [
          "server/src/modules/verification/look-ups/stakeholders.ts",
          'import { question } from "../part.ts";',
          'import { goodToHave, question } from "../part.ts";',
        ],
        [
          "server/src/modules/verification/look-ups/stakeholders.ts",
          "sources.companyDirectors, stakeholdersFound",
          "sources.companyDirectors.map(goodToHave), stakeholdersFound",
        ],
      ],
      laws: ["%s: nobody reads it"],
    },
    {
      broken: "people who were found are not told",
      edits: [["server/src/modules/verification/stakeholders/read.ts", "data: [...people]", "data: []"]],
      laws: ["found: its buyer reads it, nobody else does"],
    },
  ),
  ...seenBy(`${here}/sign-in-document.test.ts`, {
    broken: "a browser may keep a document for an hour",
    edits: [
      [
        `${here}/web-files.ts`,
        'reply.header("cache-control", "no-cache")',
        'reply.header("cache-control", "public, max-age=3600")',
      ],
    ],
    laws: ["R-32 a document is asked for anew each time"],
  }),
];
