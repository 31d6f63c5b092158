import { formatMoney, money } from "@idanimo/contract/money";
import type { Tx } from "../../database/database.ts";
import { writeAudit } from "../audit/index.ts";
import { countOpenCases } from "../consent/index.ts";
import { differenceAbout } from "../payments/index.ts";
import { guardianAnswerDays, guardianNumber } from "../verification/index.ts";
import { type Command, well, wrong } from "./command.ts";
import { holdsNumber, isId } from "./rules.ts";
import { type Case, closeCase as close, doneTo, findAsker, findCase, findPayment, openCases } from "./store.ts";
import { moment, table } from "./table.ts";

/** What waits for a person: money that does not fit, cards that are tried out. */

const kinds: Readonly<Record<string, string>> = {
  payment_does_not_fit: "a payment does not fit",
  provider_id_used_again: "a payment's id came twice",
  reconciliation: "the card provider's list differs",
  reconciliation_stands_still: "the card provider's list cannot be had",
  card_testing: "cards are tried out",
  harvesting: "numbers are walked through",
  alarm_mass_reads: "an account opens very many records",
  alarm_failed_sign_ins: "many sign-ins fail",
  alarm_refusals: "the database refused the program itself",
  alarm_broken_law: "a law of money, states or retention does not hold (`check-invariants` names it)",
  alarm_months: "months of the audit are not made ahead",
  guardian_asked: "a minor is asked about through a guardian",
};
const plain = (kind: string) => kinds[kind] ?? kind.replaceAll("_", " ");

/** A detail with its amounts as people write them: the database tells minor units, `asked 58800 NGN, came 48800 NGN`. */
const readable = (detail: string) =>
  detail.replace(/\b(\d+) (NGN|USD)\b/g, (_all, minor: string, currency: string) =>
    formatMoney(money(currency === "NGN" ? "NGN" : "USD", BigInt(minor))),
  );

const noCase = (id: string) => wrong(id, "is no case; `cases` lists them");
/** What an audit row has room for, beside a name. */
const longest = 150;

const cases: Command = {
  about: "what waits for a person, oldest first",
  run: async ({ db }) => {
    const open = await openCases(db.single);
    const theirs = await db.transaction("system", countOpenCases);
    const further =
      theirs.open === 0
        ? []
        : [`${theirs.open} of people who were looked up, ${theirs.overdue} overdue: \`grievances\` lists them.`];
    if (open.length === 0) return well(["No case is open.", ...further]);
    const rows = open.map((one) => [one.id, moment(one.openedAt), plain(one.kind), readable(one.detail)]);
    return well([...table(["case", "since", "what", "detail"], rows), ...further]);
  },
};

/** Kinds of cases whose object is an account. */
const aboutAccounts: readonly string[] = [
  "card_testing",
  "harvesting",
  "alarm_mass_reads",
  "company_claimed_twice",
  "balance_after_restore",
];

/** What a case is about. */
async function about(tx: Tx, { id, kind, objectId, openedAt }: Case): Promise<readonly (readonly [string, string])[]> {
  if (objectId === null) return [];
  if (kind === "guardian_asked") {
    const asker = await findAsker(tx, objectId);
    return [
      ["number", guardianNumber(id)],
      ["write by", moment(new Date(openedAt.getTime() + guardianAnswerDays * 86_400_000))],
      ["request", objectId],
      ...(asker === undefined ? [] : [["account", asker] as const]),
      ["next", "write to the account and ask for proof of guardianship; nothing is opened without it"],
    ];
  }
  if (kind === "reconciliation") {
    const found = await differenceAbout(tx, objectId);
    const payment = found?.payment_id ? await findPayment(tx, found.payment_id) : undefined;
    return found
      ? [
          ["day", found.day],
          ["stands", found.gone_at ? `no more since ${moment(found.gone_at)}` : "yes"],
          ...(payment ? aboutPayment(payment) : []),
        ]
      : [];
  }
  const payment = await findPayment(tx, objectId);
  const lateFor = kind === "money_after_closing" && !payment ? await findAsker(tx, objectId) : undefined;
  if (lateFor !== undefined)
    return [
      ["look-up", objectId],
      ["account", lateFor],
    ];
  if (!payment) return [[aboutAccounts.includes(kind) ? "account" : "about", objectId]];
  return aboutPayment(payment);
}

type About = readonly (readonly [string, string])[];

function aboutPayment(payment: NonNullable<Awaited<ReturnType<typeof findPayment>>>): About {
  const { amount_minor: asked, currency, provider_id: theirs, quarantined_minor: aside } = payment;
  return [
    ["payment", `${payment.reference}, ${payment.purpose === "TOPUP" ? "a top-up" : "for a purchase"}`],
    ["asked", `${formatMoney(money(currency, asked))} at ${moment(payment.created_at)}`],
    ["state", payment.state],
    ["provider", `${payment.provider}${theirs === null ? "" : `, its id ${theirs}`}`],
    ...(aside === null ? [] : [["put aside", "what came counts for nobody until a person decides"] as const]),
    ["account", payment.owner_id],
  ];
}

const showCase: Command = {
  about: "everything known about one case",
  words: ["id"],
  run: ({ db }, { words }) =>
    db.transaction("system", async (tx) => {
      const id = words["id"]?.toLowerCase() ?? "";
      const found = isId(id) ? await findCase(tx, id) : undefined;
      if (!found) return noCase(words["id"] ?? "");
      const done = await doneTo(tx, id);
      return well(
        table(
          ["case", id],
          [
            ["what", plain(found.kind)],
            ["detail", readable(found.detail)],
            ["since", moment(found.openedAt)],
            ...(await about(tx, found)),
            ["standing", found.closedAt ? `closed ${moment(found.closedAt)} by ${found.closedBy}` : "open"],
            ...done.map(({ at, reason }) => ["done", `${moment(at)}  ${reason}`]),
          ],
        ),
      );
    }),
};

const closeCase: Command = {
  about: "closes a case, in a sentence that says what was done; it stays to be read",
  words: ["id", "what was done"],
  changes: true,
  run: ({ db, ids }, { words, by }) =>
    db.transaction("system", async (tx) => {
      const id = words["id"]?.toLowerCase() ?? "";
      const done = words["what was done"] ?? "";
      if (done.length > longest || /\p{Cc}/u.test(done))
        return wrong("<what was done>", `is one line of at most ${longest} letters`);
      if (holdsNumber(done))
        return wrong("<what was done>", "seems to hold somebody's number; the audit keeps no personal values");
      const found = isId(id) ? await findCase(tx, id) : undefined;
      if (!found) return noCase(words["id"] ?? "");
      if (!(await close(tx, id, by))) return wrong(id, "is closed already");
      await writeAudit(tx, ids, {
        actorKind: "operator",
        action: "case_closed",
        objectId: id,
        reason: `${by}: ${done}`,
      });
      return well(["The case is closed."]);
    }),
};

export const caseCommands = { cases, case: showCase, "close-case": closeCase } as const;
