import { type Mutant, seenBy } from "./mutant.ts";

const at = "server/src/providers";
const outside = `${at}/outside.ts`;
const lookUp = `${at}/look-up.ts`;
const prembly = `${at}/person-records/prembly-call.ts`;
const smartcomply = `${at}/bureaus/smartcomply.ts`;
const vinaudit = `${at}/vehicles/vinaudit.ts`;
const people = `${at}/companies/mono-people.ts`;
const list = `${at}/card-payments/flutterwave-list.ts`;

/** Whoever is asked outside, and what each of their answers means for a charge. */
export const workOutside: readonly Mutant[] = [
  ...seenBy(`${at}/adapters.test.ts`, {
    broken: "an answer that was cut counts as a question that nobody took",
    edits: [[lookUp, `if (end.kind === "refused_connection")`, `if (end.kind !== "answer")`]],
    laws: ["and ends as declared, in time"],
  }),
  ...seenBy(
    `${at}/outside.test.ts`,
    {
      broken: "an answer that has begun may take as long as it likes",
      edits: [
        [
          outside,
          `[status, headers] = [statusCode, its];`,
          `[status, headers] = [statusCode, its]; clearTimeout(timer);`,
        ],
      ],
      laws: ["R-27, T-62: %s ends as %s, in time"],
    },
    {
      broken: "a question that never left us may have been taken",
      edits: [
        [outside, `sending ? (late ? "timeout" : "broken") : "refused_connection"`, `late ? "timeout" : "broken"`],
      ],
      laws: ["R-12: $why: nothing was taken, and that is known"],
    },
    {
      broken: "a question leaves us before the other side proved who it is",
      edits: [
        [outside, `connect: { timeout: connectMs }`, `connect: { timeout: connectMs, rejectUnauthorized: false }`],
      ],
      laws: ["R-12: $why: nothing was taken, and that is known"],
    },
    {
      broken: "a question whose time is over goes out when its connection stands",
      edits: [[outside, `if (isOver || sending) return`, `if (sending) return`]],
      laws: [
        "R-12: a question whose time ended before its connection stood never leaves, also when that stands at last",
      ],
    },
    {
      broken: "a word on the way counts as the answer",
      edits: [[outside, `if (status < 200) return;`, `if (status < 200) return fail("redirect");`]],
      laws: ["R-12: a word on the way is no answer: the one that follows is read"],
    },
    {
      broken: "a file that breaks off counts as whole where nobody said how long it is",
      edits: [[outside, `isFile && status === 200 && !isTold`, `isFile && status === 201 && !isTold`]],
      laws: ["T-60: half a file is no file, also where nobody said how long it is"],
    },
    {
      broken: "a question whose connection breaks is sent again by itself",
      edits: [
        [
          outside,
          `onResponseError: (_controller, error) => fail(codeOf(error)),`,
          `onResponseError: (_controller, error) => sending ? send(agent, { question, url, isFile, most, ms }, end) : fail(codeOf(error)),`,
        ],
      ],
      laws: ["R-12: a broken connection is not asked again by itself"],
    },
  ),
  ...seenBy(
    `${at}/providers.sandbox.test.ts`,
    {
      broken: "a question that Prembly did not take counts as no record",
      edits: [[prembly, `"02": "not_taken"`, `"02": "not_found"`]],
      laws: ["R-12: not billed, not billed, then found: and billed once"],
    },
    {
      broken: "an SMS whose fate nobody knows is given up",
      edits: [
        [`${at}/sms/termii.ts`, `return { kind: "later", why: end.why };`, `return { kind: "refused", why: end.why };`],
      ],
      laws: ["R-27: under the fault %s every call ends as declared"],
    },
  ),
  ...seenBy(
    `${at}/records.sandbox.test.ts`,
    {
      broken: "a bureau that gives no score is asked for one",
      edits: [[smartcomply, "score: undefined }", `score: "credit_scores_crc" }`]],
      laws: ["R-12: a bureau with a score takes two billed calls"],
    },
    {
      broken: "a record that was billed is asked for again for want of its score",
      edits: [[smartcomply, `return { kind: "failed", why: scored.why };`, "return scored;"]],
      laws: ["R-12: a score that meets $kind fails the whole"],
    },
    {
      broken: "a report that is not ready is none",
      edits: [[vinaudit, `incomplete_report: "not_ready",`, ""]],
      laws: ["R-12: a report that is not ready is asked again"],
    },
    {
      broken: "whatever comes in place of a report's file is kept as one",
      edits: [[`${at}/vehicles/vinaudit-file.ts`, "end.bytes && isPdf(end)", "end.bytes"]],
      laws: ["RESULT-VIN-05 R-12: the report is read as a PDF too"],
    },
    {
      broken: "an answer about another company says that there is none",
      edits: [[`${at}/companies/mono.ts`, `{ kind: "failed", why: "wrong_company" }`, `{ kind: "not_found" }`]],
      laws: ["R-12: $of asked for $ending ends as"],
    },
    {
      broken: "a refusal for now may have been billed",
      edits: [
        [
          lookUp,
          `return { kind: "not_taken", why: "rate_limited" };`,
          `return { kind: "failed", why: "rate_limited" };`,
        ],
      ],
      laws: ["R-12: not taken twice, then found"],
    },
  ),
  ...seenBy(
    `${at}/bureaus/bureaus.test.ts`,
    {
      broken: "any page that is not there says that SmartComply has no record",
      edits: [[smartcomply, "(status === 404 && hasEnvelope(body))", "status === 404"]],
      laws: ["R-12 T-62: SmartComply's $status with $body ends as"],
    },
    {
      broken: "the score of somebody else is taken",
      edits: [
        [smartcomply, "scoredBvn !== undefined && scoredBvn !== bvn", "scoredBvn === undefined && scored !== null"],
      ],
      laws: ["RESULT-CREDIT-05 R-12: a score that $why after a record that was billed"],
    },
    {
      broken: "a bureau that Dojah could not ask counts as asked",
      edits: [
        [`${at}/bureaus/dojah-credit.ts`, `(status !== undefined && status.toLowerCase() !== "success") || `, ""],
      ],
      laws: ["R-12: Dojah's $status with $body ends as"],
    },
  ),
  ...seenBy(`${at}/captcha/turnstile.test.ts`, {
    broken: "a captcha that nobody can check counts as passed",
    edits: [
      [
        `${at}/captcha/turnstile.ts`,
        `if (end.kind !== "answer" || end.status !== 200) return false;`,
        `if (end.kind !== "answer" || end.status !== 200) return true;`,
      ],
    ],
    laws: ["R-27 T-08 %s: where nobody answers well, nobody passes"],
  }),
  ...seenBy(
    `${at}/card-payments/flutterwave.test.ts`,
    {
      broken: "a day of the provider's list begins at midnight in London",
      edits: [[list, "lagosMs = 3_600_000;", "lagosMs = 0;"]],
      laws: ["R-05 a day's list is read page by page"],
    },
    {
      broken: "a list ends with a page that is empty, however many are to come",
      edits: [[list, "if (rows.length === 0) throw new ListUnreadable(", "if (rows.length === 0) return void ("]],
      laws: ["R-27 T-62 a list of which one page $why is no list at all"],
    },
    {
      broken: "a row that cannot be read is left out unseen",
      edits: [
        [list, "if (value === undefined) unreadable.push(namedIn(what, row));", "if (value === undefined) continue;"],
      ],
      laws: ["R-05 R-27 a row of the day with %j is told as unreadable"],
    },
    {
      broken: "a row of the day before spoils the day",
      edits: [[list, "of rows.filter(isOfDay)", "of rows"]],
      laws: ["R-05 R-27 a row of the day with %j is told as unreadable"],
    },
  ),
  ...seenBy(
    `${at}/companies/mono-people.test.ts`,
    {
      broken: "any page that is not there says that there is no such company",
      edits: [[people, `["status"])?.toLowerCase() === "failed"`, `["status"])?.toLowerCase() !== "successful"`]],
      laws: ["R-12 T-62: $status with $body ends as"],
    },
    {
      broken: "of a list that is too long some people are sold as all",
      edits: [
        [people, " || data.length > mostPeople", ""],
        [people, "data.map((wire: unknown)", "data.slice(0, mostPeople).map((wire: unknown)"],
      ],
      laws: ["R-12: of a long list nobody is left out"],
    },
  ),
  ...seenBy(`${at}/companies/mono.test.ts`, {
    broken: "companies in an answer that says it failed are taken",
    edits: [[`${at}/companies/mono.ts`, "if (!isGood(jsonOf(end)) || ", "if ("]],
    laws: ["R-12 T-62: $status with $body ends as"],
  }),
  ...seenBy(`${at}/match/match.test.ts`, {
    broken: "whatever goes wrong at the matcher was not taken",
    edits: [[`${at}/match/match.ts`, `textOf(error) === "source_away"`, "textOf(error) !== undefined"]],
    laws: ["R-12: $status with $body ends as"],
  }),
  ...seenBy(`${at}/person-records/dojah.test.ts`, {
    broken: "an address that is wrong says that Dojah has no record",
    edits: [[`${at}/person-records/dojah.ts`, "(nin|bvn|phone( number)?|record) not found", "not found"]],
    laws: ["R-12: $status with $body ends as"],
  }),
  ...seenBy(`${at}/person-records/prembly.test.ts`, {
    broken: "a question that our empty account at Prembly could not pay is asked again and again",
    edits: [[prembly, `"03": "quota"`, `"03": "not_taken"`]],
    laws: ["R-12: $status with $body ends as"],
  }),
  ...seenBy(`${at}/push/web-push.sandbox.test.ts`, {
    broken: "a push whose service does not answer counts as sent",
    edits: [[`${at}/push/web-push.ts`, `return { kind: "later", why: end.why };`, `return { kind: "sent" };`]],
    laws: ["R-27 a push that meets %s ends as declared"],
  }),
  ...seenBy(`${at}/social-sign-in/social-sign-in.test.ts`, {
    broken: "signing in by Facebook is an error when Facebook does not answer",
    edits: [[`${at}/social-sign-in/facebook.ts`, `return unreachable(about.why);`, `throw new Error(about.why);`]],
    laws: ["in time, without an error, and nobody is signed in"],
  }),
  ...seenBy(`${at}/vehicles/vinaudit-file.test.ts`, {
    broken: "a file that was lost on the way is not asked for again",
    edits: [[`${at}/vehicles/vinaudit-file.ts`, "mostTries = 2;", "mostTries = 1;"]],
    laws: ["R-12: what was lost on the way is asked for once more"],
  }),
  ...seenBy(`${at}/vehicles/vinaudit.test.ts`, {
    broken: "the report of another vehicle is taken",
    edits: [[vinaudit, `if (textOf(body["id"]) !== reportId)`, `if (textOf(body["id"]) === undefined)`]],
    laws: ["R-12 T-62: $of answered with $body ends as"],
  }),
];
