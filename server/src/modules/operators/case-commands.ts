import { formatMoney, money } from "@idanimo/contract/money";
import type { Tx } from "../../database/database.ts";
import { writeAudit } from "../audit/index.ts";
import { countOpenCases } from "../consent/index.ts";
import { findDifference } from "../payments/index.ts";
import { guardianResponseDays, guardianCaseNumber } from "../verification/index.ts";
import { type Command, success, usageError } from "./command.ts";
import { containsPersonalNumber, isUuid } from "./rules.ts";
import {
  type Case,
  closeCase as close,
  findAuditEntries,
  findRequesterId,
  findCase,
  findPayment,
  findOpenCases,
} from "./store.ts";
import { formatTimestamp, formatTable } from "./terminal-format.ts";

/** What waits for a person: money that does not fit, cards that are tried out. */

const caseKindLabels: Readonly<Record<string, string>> = {
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
const labelCaseKind = (kind: string) => caseKindLabels[kind] ?? kind.replaceAll("_", " ");

/** A detail with its amounts as people write them: the database tells minor units, `asked 58800 NGN, came 48800 NGN`. */
const formatDetailAmounts = (detail: string) =>
  detail.replace(/\b(\d+) (NGN|USD)\b/g, (_all, minor: string, currency: string) =>
    formatMoney(money(currency === "NGN" ? "NGN" : "USD", BigInt(minor))),
  );

const unknownCase = (id: string) => usageError(id, "is no case; `cases` lists them");
/** What an audit row has room for, beside a name. */
const maxNoteLength = 150;

const listCasesCommand: Command = {
  summary: "what waits for a person, oldest first",
  run: async ({ db }) => {
    const open = await findOpenCases(db.single);
    const subjectCases = await db.transaction("system", countOpenCases);
    const subjectCasesLine =
      subjectCases.open === 0
        ? []
        : [
            `${subjectCases.open} of people who were looked up, ${subjectCases.overdue} overdue: \`grievances\` lists them.`,
          ];
    if (open.length === 0) return success(["No case is open.", ...subjectCasesLine]);
    const rows = open.map((one) => [
      one.id,
      formatTimestamp(one.openedAt),
      labelCaseKind(one.kind),
      formatDetailAmounts(one.detail),
    ]);
    return success([...formatTable(["case", "since", "what", "detail"], rows), ...subjectCasesLine]);
  },
};

/** Kinds of cases whose object is an account. */
const accountCaseKinds: readonly string[] = [
  "card_testing",
  "harvesting",
  "alarm_mass_reads",
  "company_claimed_twice",
  "balance_after_restore",
];

/** What a case is about. */
async function describeCaseObject(
  tx: Tx,
  { id, kind, objectId, openedAt }: Case,
): Promise<readonly (readonly [string, string])[]> {
  if (objectId === null) return [];
  if (kind === "guardian_asked") {
    const asker = await findRequesterId(tx, objectId);
    return [
      ["number", guardianCaseNumber(id)],
      ["write by", formatTimestamp(new Date(openedAt.getTime() + guardianResponseDays * 86_400_000))],
      ["request", objectId],
      ...(asker === undefined ? [] : [["account", asker] as const]),
      ["next", "write to the account and ask for proof of guardianship; nothing is opened without it"],
    ];
  }
  if (kind === "reconciliation") {
    const found = await findDifference(tx, objectId);
    const payment = found?.payment_id ? await findPayment(tx, found.payment_id) : undefined;
    return found
      ? [
          ["day", found.day],
          ["stands", found.gone_at ? `no more since ${formatTimestamp(found.gone_at)}` : "yes"],
          ...(payment ? describePayment(payment) : []),
        ]
      : [];
  }
  const payment = await findPayment(tx, objectId);
  const lateFor = kind === "money_after_closing" && !payment ? await findRequesterId(tx, objectId) : undefined;
  if (lateFor !== undefined)
    return [
      ["look-up", objectId],
      ["account", lateFor],
    ];
  if (!payment) return [[accountCaseKinds.includes(kind) ? "account" : "about", objectId]];
  return describePayment(payment);
}

type DetailRows = readonly (readonly [string, string])[];

function describePayment(payment: NonNullable<Awaited<ReturnType<typeof findPayment>>>): DetailRows {
  const { amount_minor: asked, currency, provider_id: theirs, quarantined_minor: aside } = payment;
  return [
    ["payment", `${payment.reference}, ${payment.purpose === "TOPUP" ? "a top-up" : "for a purchase"}`],
    ["asked", `${formatMoney(money(currency, asked))} at ${formatTimestamp(payment.created_at)}`],
    ["state", payment.state],
    ["provider", `${payment.provider}${theirs === null ? "" : `, its id ${theirs}`}`],
    ...(aside === null ? [] : [["put aside", "what came counts for nobody until a person decides"] as const]),
    ["account", payment.owner_id],
  ];
}

const showCaseCommand: Command = {
  summary: "everything known about one case",
  words: ["id"],
  run: ({ db }, { words }) =>
    db.transaction("system", async (tx) => {
      const id = words["id"]?.toLowerCase() ?? "";
      const found = isUuid(id) ? await findCase(tx, id) : undefined;
      if (!found) return unknownCase(words["id"] ?? "");
      const done = await findAuditEntries(tx, id);
      return success(
        formatTable(
          ["case", id],
          [
            ["what", labelCaseKind(found.kind)],
            ["detail", formatDetailAmounts(found.detail)],
            ["since", formatTimestamp(found.openedAt)],
            ...(await describeCaseObject(tx, found)),
            ["standing", found.closedAt ? `closed ${formatTimestamp(found.closedAt)} by ${found.closedBy}` : "open"],
            ...done.map(({ at, reason }) => ["done", `${formatTimestamp(at)}  ${reason}`]),
          ],
        ),
      );
    }),
};

const closeCaseCommand: Command = {
  summary: "closes a case, in a sentence that says what was done; it stays to be read",
  words: ["id", "what was done"],
  isMutating: true,
  run: ({ db, ids }, { words, by }) =>
    db.transaction("system", async (tx) => {
      const id = words["id"]?.toLowerCase() ?? "";
      const done = words["what was done"] ?? "";
      if (done.length > maxNoteLength || /\p{Cc}/u.test(done))
        return usageError("<what was done>", `is one line of at most ${maxNoteLength} letters`);
      if (containsPersonalNumber(done))
        return usageError("<what was done>", "seems to hold somebody's number; the audit keeps no personal values");
      const found = isUuid(id) ? await findCase(tx, id) : undefined;
      if (!found) return unknownCase(words["id"] ?? "");
      if (!(await close(tx, id, by))) return usageError(id, "is closed already");
      await writeAudit(tx, ids, {
        actorKind: "operator",
        action: "case_closed",
        objectId: id,
        reason: `${by}: ${done}`,
      });
      return success(["The case is closed."]);
    }),
};

export const caseCommands = { cases: listCasesCommand, case: showCaseCommand, "close-case": closeCaseCommand } as const;
