import { writeFile } from "node:fs/promises";
import { formatMoney, money, formatMinor } from "@idanimo/contract/money";
import { isDay } from "@idanimo/contract/statement-days";
import { streamCsv } from "../../kernel/csv.ts";
import {
  type ReconciliationReport,
  findDueDays,
  hasDayEnded,
  findProviderListRows,
  findOpenDifferences,
  reconcileDay,
  type ReconciliationDeps,
  findReconciledDays,
} from "../payments/index.ts";
import { type Command, type OperatorDeps, type CommandResult, success, usageError } from "./command.ts";
import { formatTimestamp, formatTable } from "./terminal-format.ts";

/** The card provider's own list beside the ledger. The running program compares each night; this asks at once. */

/** An amount as people write it; of a currency that is none of ours as a plain number. */
export const formatSum = (currency: string, minor: bigint): string =>
  currency === "NGN" || currency === "USD"
    ? formatMoney(money(currency, minor))
    : `${formatMinor(minor)} ${currency}`.trim();

const pluralize = (count: number, what: string) => `${count} ${what}${count === 1 ? "" : "s"}`;

/** What one day came to, in a line for each currency. */
function formatReport({
  day,
  transactionCount,
  openDifferences,
  newDifferences,
  lateSettlements,
  byCurrency,
}: ReconciliationReport): readonly string[] {
  const sums = [...byCurrency].map(
    ([currency, of]) =>
      `  ${currency}: they list ${of.theirsCount} paid, ${formatSum(currency, of.theirsMinor)}; we hold ${of.oursCount}, ${formatSum(currency, of.oursMinor)}`,
  );
  const told = [
    openDifferences === 0
      ? "nothing differs"
      : `${pluralize(openDifferences, "difference")}, ${newDifferences} of them new`,
    ...(lateSettlements === 0 ? [] : [`${pluralize(lateSettlements, "payment")} settled that nobody had told us of`]),
  ];
  return [`${day}: ${pluralize(transactionCount, "transaction")} on their list; ${told.join("; ")}.`, ...sums];
}

/** Rows of a list that are read at a time. */
const rowsPerPage = 1_000;

/** Writes a day's list beside our books as CSV, row by row. */
async function writeProviderList({ db }: OperatorDeps, day: string, file: string): Promise<void> {
  const head = [
    "Their id",
    "Reference",
    "Currency",
    "They say",
    "Their state",
    "Made at (Lagos)",
    "Our state",
    "We hold",
  ];
  const read = async (after: string | undefined) => {
    const rows = await db.transaction("system", (tx) => findProviderListRows(tx, day, after ?? "", rowsPerPage));
    return {
      rows: rows.map((row) => [
        row.their_id,
        row.reference,
        row.currency,
        { minor: row.amount_minor },
        row.state,
        row.made_at,
        row.our_state ?? "",
        row.our_minor === null ? "" : { minor: row.our_minor },
      ]),
      next: rows.length < rowsPerPage ? undefined : rows.at(-1)?.their_id,
    };
  };
  await writeFile(file, streamCsv(head, read), { mode: 0o600 });
}

const reconcileCommand: Command = {
  summary: "compares days with the card provider's own list, now; without a day all that are due",
  options: { day: "2026-11-20", list: "file.csv" },
  run: async (deps, { options }) => {
    const { db, payments } = deps;
    const { day, list } = options;
    if (!payments) return usageError("reconcile", "has no provider to ask");
    if (list !== undefined && day === undefined) return usageError("--list", "is of one day: name it with --day");
    if (day !== undefined && !isDay(day)) return usageError("--day", "takes a day: 2026-11-20");
    if (day !== undefined && !(await db.transaction("system", (tx) => hasDayEnded(tx, day))))
      return usageError("--day", "takes a day that has ended in Lagos");
    const due = await db.transaction("system", (tx) => findDueDays(tx, payments.cardPayments.name));
    const days = day === undefined ? due.map((one) => one.day) : [day];
    if (days.length === 0)
      return success(["Every day that has ended was compared. Name one with --day to compare it again."]);
    return compareDays(deps, payments, days, list);
  },
};

async function compareDays(
  deps: OperatorDeps,
  payments: ReconciliationDeps,
  days: readonly string[],
  list: string | undefined,
): Promise<CommandResult> {
  const lines: string[] = [];
  let isWell = true;
  for (const day of days) {
    let report: ReconciliationReport | undefined;
    try {
      report = await reconcileDay(payments, day);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      lines.push(`${day}: not compared; ${why}. The running program tries again.`);
      isWell = false;
      continue;
    }
    lines.push(...(report ? formatReport(report) : [`${day}: another process compares it just now.`]));
    if (list === undefined) continue;
    try {
      await writeProviderList(deps, day, list);
    } catch (error) {
      return { lines: [...lines, `${list} cannot be written: ${String(error)}`], isWell: false };
    }
    lines.push(`Their list beside our books: ${list}`);
  }
  return { lines, isWell };
}

const maxDaysShown = 14;
const maxDifferencesShown = 100;

const listReconciliationsCommand: Command = {
  summary: "how the newest days compare with the card provider's list, and what differs",
  run: ({ db }) =>
    db.transaction("system", async (tx) => {
      const days = await findReconciledDays(tx, maxDaysShown);
      const open = await findOpenDifferences(tx, maxDifferencesShown + 1);
      if (days.length === 0) return success(["No payment was compared yet."]);
      const rows = days.map((of) => [
        of.day,
        of.currency,
        String(of.theirs_count),
        formatSum(of.currency, of.theirs_minor),
        String(of.ours_count),
        formatSum(of.currency, of.ours_minor),
        String(of.differences),
        formatTimestamp(of.asked_at),
      ]);
      const heads = ["day", "currency", ">theirs", ">they list", ">ours", ">we hold", ">differences", "asked at"];
      const shown = open
        .slice(0, maxDifferencesShown)
        .map((one) => [
          one.day,
          one.kind.replaceAll("_", " "),
          one.reference ?? "-",
          one.their_id ?? "-",
          one.their_minor === null ? "-" : formatSum(one.their_currency ?? "", one.their_minor),
          one.our_minor === null ? "-" : formatSum(one.our_currency ?? "", one.our_minor),
        ]);
      return success([
        ...formatTable(heads, rows),
        "",
        ...(shown.length === 0
          ? ["Nothing differs."]
          : formatTable(["day", "what differs", "reference", "their id", ">they say", ">we hold"], shown)),
        ...(open.length > maxDifferencesShown ? ["There are more."] : []),
        ...(shown.length === 0 ? [] : ["Each is a case: `cases` lists them, `close-case` says what was done."]),
      ]);
    }),
};

export const reconciliationCommands = {
  reconcile: reconcileCommand,
  reconciliations: listReconciliationsCommand,
} as const;
