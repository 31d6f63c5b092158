import { inFunction, type Mutant, seenBy } from "./mutant.ts";

const audit = "server/src/modules/audit";
const accounts = "server/src/modules/accounts";
const notifications = "server/src/modules/notifications";
const closing = `${accounts}/leave/close-account.ts`;
const leftover = `${accounts}/leave/rules.ts`;
const exported = "server/src/modules/verification/export-parts.ts";

/** What is written down about people, what they are told, and how they leave. */
export const workPeople: readonly Mutant[] = [
  ...seenBy(
    `${audit}/audit.test.ts`,
    {
      broken: "audit rows are chained newest first",
      sql: inFunction("seal_audit", "in_order as (order by at, row_id", "in_order as (order by at desc, row_id"),
      laws: ["R-10 rows are written unchained and chained by the job"],
    },
    {
      broken: "of a backlog ten thousand rows are sealed at most",
      edits: [[`${audit}/jobs.ts`, "mostTurns = 20;", "mostTurns = 2;"]],
      laws: ["R-10 a backlog longer than one transaction seals"],
    },
    {
      broken: "two processes seal at once",
      sql: inFunction("seal_audit", "if not pg_try_advisory_xact_lock(7201, 1) then return 0; end if;", ""),
      laws: ["R-10 two processes that seal and write at once"],
    },
    {
      broken: "what is older than the newest seal is never chained",
      sql: inFunction(
        "seal_audit",
        "from seals_due order by",
        "from seals_due where at > coalesce((select max(l.at) from audit_log l join audit_seals s on s.audit_id = l.id), '-infinity') order by",
      ),
      laws: ["R-10 a row whose transaction ends late is chained late"],
    },
    {
      broken: "a day whose last row was sealed before has no head",
      sql: inFunction("seal_audit", "lag(day, 1, last_day)", "lag(day)"),
      laws: ["R-10 each day that had rows leaves one head"],
    },
  ),
  ...seenBy(
    `${audit}/evidence.test.ts`,
    {
      broken: "proofs of consent wait for no seal",
      sql: "drop trigger consent_evidence_wait on consent_evidence;",
      laws: ["R-10 T-47 audit rows and proofs of consent make one chain"],
    },
    {
      broken: "an owner who is no superuser sees none of the older proofs",
      edits: [
        [
          "server/src/database/migrations/0025_evidence_sealed.sql",
          "select set_config('idanimo.owner', 'system', true);",
          "",
        ],
      ],
      laws: ["R-10 R-15 with an owner who is no superuser"],
    },
  ),
  ...seenBy(
    `${notifications}/notifications.test.ts`,
    {
      broken: "each message begins in a statement of its own",
      edits: [[`${notifications}/jobs.ts`, "together = 100;", "together = 1;"]],
      laws: ["R-31 messages of one moment share their statements"],
    },
    {
      broken: "of several notices about a message the last one counts",
      edits: [[`${notifications}/outbox.ts`, "[id, at] as const).toReversed()", "[id, at] as const)"]],
      laws: ["R-31 of several notices about one message"],
    },
  ),
  ...seenBy(`${notifications}/push.test.ts`, {
    broken: "a notice has a new tag each time it is sent",
    edits: [[`${notifications}/send-push.ts`, "tag: noticeId", "tag: crypto.randomUUID()"]],
    laws: ["R-13 a notice that is sent once more bears the tag it had"],
  }),
  ...seenBy(
    `${accounts}/captcha.test.ts`,
    {
      broken: "a captcha ends by the program's clock",
      edits: [[`${accounts}/captcha.ts`, "clockSlackSeconds = 100 * 365 * 86_400;", "clockSlackSeconds = 0;"]],
      laws: ["R-29 a program whose clock is %d hours behind"],
    },
    {
      broken: "a captcha begins by the program's clock",
      edits: [[`${accounts}/captcha.ts`, "Math.floor(found.rows[0]?.now ?? 0)", "Math.floor(Date.now() / 1_000)"]],
      laws: ["R-29 a program whose clock is %d hours behind"],
    },
  ),
  ...seenBy(`${accounts}/sign-in.test.ts`, {
    broken: "who is signed in waits until that is written down",
    edits: [
      [
        `${accounts}/use-cases/signed-in.ts`,
        "wasActive(one.caller.signInId);",
        "await writeActivity(deps.db, [one.caller.signInId]);",
      ],
    ],
    laws: ["R-24 R-26 whoever is signed in is known while nothing can be written"],
  }),
  ...seenBy(
    `${accounts}/leave/close-account.test.ts`,
    {
      broken: "the wallets of a closed account stay full",
      edits: [[closing, "await emptyWallets(tx, deps.ids, userId);", ""]],
      laws: ["R-01 R-11: a balance goes out of both wallets once"],
    },
    {
      broken: "dollars of a closed account are paid out to nobody",
      edits: [[leftover, `dollars: of("USD")`, "dollars: 0n"]],
      laws: ["R-01 R-11: a balance goes out of both wallets once"],
    },
    {
      broken: "the word that closes an account may be typed anyhow",
      edits: [["contract/src/account-rights.ts", "`^${closeWord}$`)", '`^${closeWord}$`, "i")']],
      laws: ["R-30: nothing is closed where $why"],
    },
    {
      broken: "money is given up though nobody said so",
      edits: [[leftover, `return fail("balance_left", { amount });`, `return ok({ way: "give_up" });`]],
      laws: ["R-01: money is never given up without being told to"],
    },
    {
      broken: "money that nobody was shown is given up",
      edits: [[leftover, `if (choice.way !== "none" && `, `if (choice.way === "bank" && `]],
      laws: ["R-01: a refund between the choice and the closing"],
    },
    {
      broken: "an account closes over a payment and a look-up",
      edits: [[closing, "if (work) return", `if (work === "file") return`]],
      laws: ["R-03 R-30: what is under way finishes first"],
    },
    {
      broken: "open questions of a closed account go on",
      edits: [
        [
          "server/src/modules/verification/owner-left.ts",
          "while ((await system((tx) => endQuestions(deps, tx, ownerId))) === atOnce);",
          "",
        ],
      ],
      laws: ["T-48 R-09: of an account that closes"],
    },
    {
      broken: "nobody hears of money that comes for a closed account",
      sql: "drop trigger ledger_transfers_tell_late on ledger_transfers;",
      laws: ["R-06: money that comes after the closing is not lost"],
    },
    {
      broken: "what is told of money given back to a closed account leaves out a part of it",
      sql: inFunction("tell_late_money", "sum(t.amount_minor)", "max(t.amount_minor)"),
      laws: ["R-06 R-07: what is given back to a closed account"],
    },
    {
      broken: "closing holds the account before its wallet",
      edits: [
        [closing, "const wallets = await holdWallets(tx, userId);", ""],
        [
          closing,
          "const email = await store.holdForClosing(tx, userId);",
          "const email = await store.holdForClosing(tx, userId); const wallets = await holdWallets(tx, userId);",
        ],
      ],
      laws: ["R-30: closing waits for a refund that has the wallet already"],
    },
    {
      broken: "the program empties the wallets of an open account",
      sql: inFunction(
        "empty_closed_wallets",
        "if not exists (select from users",
        "if false and not exists (select from users",
      ),
      laws: ["R-15: the program can empty no wallet of an account that is open"],
    },
    {
      broken: "a payment may begin for a closed account",
      sql: "drop trigger payments_of_open_accounts on payments;",
      laws: ["R-15: the program can empty no wallet of an account that is open"],
    },
  ),
  ...seenBy(`${accounts}/leave/export.test.ts`, {
    broken: "the file of an account tells whom it asked about",
    edits: [
      [
        exported,
        `import { openNote } from "../consent/index.ts";`,
        `import { openNote } from "../consent/index.ts"; import { openValues } from "./search-values.ts";`,
      ],
      [exported, "rows.filter((row) => row.note_sealed !== null).map(", "rows.map("],
      [exported, "(select value_masked, purged_at from", "(select value_masked, search_sealed, purged_at from"],
      [exported, "r.value_masked, i.state", "r.value_masked, r.search_sealed, i.state"],
      [
        exported,
        "value: row.value_masked,",
        "value: key ? openValues(key, row.id, row.search_sealed) : row.value_masked,",
      ],
    ],
    laws: ["T-42 R-08: the file tells what its owner did"],
  }),
  ...seenBy(
    `${accounts}/leave/proof.test.ts`,
    {
      broken: "who was signed in when a call began still is",
      edits: [
        [`${accounts}/prove.ts`, `if (!row) return fail("not_signed_in", {});`, "if (!row) return ok(undefined);"],
      ],
      laws: ["R-30: of two closings the one that comes late"],
    },
    {
      broken: "an account is closed before its last mail is written down",
      edits: [
        [closing, "await queueMessage(tx, {", "void (tx, {"],
        [
          closing,
          `crashPoint("leaving_committed");`,
          `await deps.db.transaction("system", (tx) => queueMessage(tx, { id: ids[0], keyId: ids[0], key: mail, requestId: null,
            channel: "mail", kind: "account_closed", to: "", text: "" }, deps.ids));`,
        ],
      ],
      laws: ["R-30: a closing that breaks half-way has not happened"],
    },
  ),
  ...seenBy(
    `${accounts}/leave/rules.test.ts`,
    {
      broken: "what is left is given up by whoever says nothing",
      edits: [[leftover, `return fail("balance_left", { amount });`, `return ok({ way: "give_up" });`]],
      laws: ["R-01: $ngn kobo and $usd cents with the way"],
    },
    {
      broken: "a wallet that was emptied meanwhile is as it was shown",
      edits: [[leftover, "held.length === shown.length &&", ""]],
      laws: ["R-01: nothing is given up or sent unseen"],
    },
  ),
  ...seenBy("server/src/http/tries-apart.test.ts", {
    broken: "tries are counted over the connections that everybody's work needs",
    edits: [["server/src/composition.ts", "openLimits(counting,", "openLimits(pool,"]],
    laws: ["R-34 T-06 while a flood of tries waits"],
  }),
  ...seenBy(
    "server/src/http/limits.test.ts",
    {
      broken: "a try that is refused asks for its counters first",
      edits: [
        [
          "server/src/http/shared-limits.ts",
          "from asked where not exists (select from refused) order by key",
          "from asked order by key",
        ],
      ],
      laws: ["R-34 T-06 a try that is refused waits for nobody"],
    },
    {
      broken: "counters of tries are let go of as they lie",
      edits: [
        [
          "server/src/http/shared-limits.ts",
          "where key = any ($1) order by key for update",
          "where key = any ($1) for update",
        ],
      ],
      laws: ["R-34 T-06 counters are let go of in the order of their keys"],
    },
  ),
  ...seenBy(`${accounts}/jobs.test.ts`, {
    broken: "spent counters of tries wait for whoever counts with one",
    edits: [[`${accounts}/store.ts`, "for update skip locked", "for update"]],
    laws: ["R-34 counters whose time is over go too"],
  }),
];
