import { accountCaseKinds, formatDetailAmounts, labelCaseKind } from "@idanimo/contract/console/case-kinds";
import { formatMoney, money } from "@idanimo/contract/money";
import type { Tx } from "../../database/database.ts";
import { closeCase } from "@idanimo/contract/console/cases";
import { type Case, findAuditEntries, findCase, findOpenCases } from "../audit/index.ts";
import { countOpenCases } from "../subject-portal/index.ts";
import { findDifference, findPaymentById } from "../payments/index.ts";
import { findRequesterId, guardianResponseDays, guardianCaseNumber } from "../verification/index.ts";
import { type Command, success, usageError } from "./command.ts";
import { operationCommand } from "./operation-command.ts";
import { isUuid } from "./rules.ts";
import { formatTimestamp, formatTable } from "./terminal-format.ts";

/** Lists, shows and closes cases, such as payments with a wrong amount or card testing. */

const unknownCase = (id: string) => usageError(id, "is not a case; `cases` lists them");

const listCasesCommand: Command = {
  summary: "list open cases, oldest first",
  run: async ({ db }) => {
    const open = await findOpenCases(db.single);
    const subjectCases = await db.transaction("system", countOpenCases);
    const subjectCasesLine =
      subjectCases.open === 0
        ? []
        : [
            `${subjectCases.open} cases opened by people looked up, ${subjectCases.overdue} overdue: \`grievances\` lists them.`,
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

async function describeCaseObject(
  tx: Tx,
  { id, kind, objectId, openedAt }: Case,
): Promise<readonly (readonly [string, string])[]> {
  if (objectId === null) return [];
  if (kind === "guardian_asked") {
    const requester = await findRequesterId(tx, objectId);
    return [
      ["number", guardianCaseNumber(id)],
      ["write by", formatTimestamp(new Date(openedAt.getTime() + guardianResponseDays * 86_400_000))],
      ["request", objectId],
      ...(requester === undefined ? [] : [["account", requester] as const]),
      ["next", "write to the account and ask for proof of guardianship; without it the record stays closed"],
    ];
  }
  if (kind === "reconciliation") {
    const found = await findDifference(tx, objectId);
    const payment = found?.payment_id ? await findPaymentById(tx, found.payment_id) : undefined;
    return found
      ? [
          ["day", found.day],
          ["still differs", found.cleared_at ? `no, since ${formatTimestamp(found.cleared_at)}` : "yes"],
          ...(payment ? describePayment(payment) : []),
        ]
      : [];
  }
  const payment = await findPaymentById(tx, objectId);
  const lateFor = kind === "money_after_closure" && !payment ? await findRequesterId(tx, objectId) : undefined;
  if (lateFor !== undefined)
    return [
      ["lookup", objectId],
      ["account", lateFor],
    ];
  if (!payment) return [[accountCaseKinds.includes(kind) ? "account" : "about", objectId]];
  return describePayment(payment);
}

type DetailRows = readonly (readonly [string, string])[];

function describePayment(payment: NonNullable<Awaited<ReturnType<typeof findPaymentById>>>): DetailRows {
  const { amount_minor: asked, currency, provider_id: theirs, quarantined_minor: aside } = payment;
  return [
    ["payment", `${payment.reference}, ${payment.purpose === "TOPUP" ? "a top-up" : "for a purchase"}`],
    ["requested", `${formatMoney(money(currency, asked))} at ${formatTimestamp(payment.created_at)}`],
    ["state", payment.state],
    ["provider", `${payment.provider}${theirs === null ? "" : `, its id ${theirs}`}`],
    ...(aside === null
      ? []
      : [["quarantined", "what was received is credited to no one until an operator decides"] as const]),
    ["account", payment.owner_id],
  ];
}

const showCaseCommand: Command = {
  summary: "show one case in full",
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
            ["status", found.closedAt ? `closed ${formatTimestamp(found.closedAt)} by ${found.closedBy}` : "open"],
            ...done.map(({ at, reason }) => ["done", `${formatTimestamp(at)}  ${reason}`]),
          ],
        ),
      );
    }),
};

const closeCaseCommand = operationCommand(closeCase, {
  summary: "close a case with a note on what was done; it can still be shown",
  words: ["id", "what was done"],
  unknown: ["id", "is not a case; `cases` lists them"],
  fields: ({ words }) => {
    const id = words["id"]?.toLowerCase() ?? "";
    return isUuid(id) ? { id, reason: words["what was done"] ?? "" } : unknownCase(words["id"] ?? "");
  },
  lines: () => ["The case is closed."],
});

export const caseCommands = { cases: listCasesCommand, case: showCaseCommand, "close-case": closeCaseCommand } as const;
