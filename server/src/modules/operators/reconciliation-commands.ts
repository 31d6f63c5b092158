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

/** Compares the card provider's own list with the ledger. The jobs process does so each night; this runs it now. */

/** Formats an amount; one in an unsupported currency as a plain number with its code. */
export const formatSum = (currency: string, minor: bigint): string =>
  currency === "NGN" || currency === "USD"
    ? formatMoney(money(currency, minor))
    : `${formatMinor(minor)} ${currency}`.trim();

const pluralize = (count: number, what: string) => `${count} ${what}${count === 1 ? "" : "s"}`;

/** Formats one day's report, with a line for each currency. */
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
      `  ${currency}: the provider lists ${of.theirsCount} paid, ${formatSum(currency, of.theirsMinor)}; our ledger has ${of.oursCount}, ${formatSum(currency, of.oursMinor)}`,
  );
  const reported = [
    openDifferences === 0
      ? "no differences"
      : `${pluralize(openDifferences, "difference")}, ${newDifferences} of them new`,
    ...(lateSettlements === 0
      ? []
      : [`${pluralize(lateSettlements, "payment")} settled that we had not been notified of`]),
  ];
  return [
    `${day}: ${pluralize(transactionCount, "transaction")} on the provider's list; ${reported.join("; ")}.`,
    ...sums,
  ];
}

/** Rows read per page. */
const rowsPerPage = 1_000;

/** Writes the provider's list of one day beside our ledger as CSV, row by row. */
async function writeProviderList({ db }: OperatorDeps, day: string, file: string): Promise<void> {
  const head = [
    "Provider id",
    "Reference",
    "Currency",
    "Provider amount",
    "Provider state",
    "Created (Lagos)",
    "Our state",
    "Our amount",
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
  summary: "compare days with the card provider's list now; without --day, all days that are due",
  options: { day: "2026-11-20", list: "file.csv" },
  run: async (deps, { options }) => {
    const { db, payments } = deps;
    const { day, list } = options;
    if (!payments) return usageError("reconcile", "is not possible: no card provider is configured");
    if (list !== undefined && day === undefined) return usageError("--list", "needs one day: add --day");
    if (day !== undefined && !isDay(day)) return usageError("--day", "must be a day, such as 2026-11-20");
    if (day !== undefined && !(await db.transaction("system", (tx) => hasDayEnded(tx, day))))
      return usageError("--day", "must be a day that has ended in Lagos");
    const due = await db.transaction("system", (tx) => findDueDays(tx, payments.cardPayments.name));
    const days = day === undefined ? due.map((one) => one.day) : [day];
    if (days.length === 0) return success(["All days that have ended are compared. Add --day to compare one again."]);
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
      lines.push(`${day}: not compared; ${why}. The jobs process will retry.`);
      isWell = false;
      continue;
    }
    lines.push(...(report ? formatReport(report) : [`${day}: another process is comparing it now.`]));
    if (list === undefined) continue;
    try {
      await writeProviderList(deps, day, list);
    } catch (error) {
      return { lines: [...lines, `${list} cannot be written to: ${String(error)}`], isWell: false };
    }
    lines.push(`The provider's list beside our ledger: ${list}`);
  }
  return { lines, isWell };
}

const maxDaysShown = 14;
const maxDifferencesShown = 100;

const listReconciliationsCommand: Command = {
  summary: "show how recent days compare with the card provider's list, and all differences",
  run: ({ db }) =>
    db.transaction("system", async (tx) => {
      const days = await findReconciledDays(tx, maxDaysShown);
      const open = await findOpenDifferences(tx, maxDifferencesShown + 1);
      if (days.length === 0) return success(["No day has been compared yet."]);
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
      const heads = ["day", "currency", ">theirs", ">their amount", ">ours", ">our amount", ">differences", "compared"];
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
          ? ["No differences."]
          : formatTable(["day", "difference", "reference", "provider id", ">their amount", ">our amount"], shown)),
        ...(open.length > maxDifferencesShown ? ["More differences are not shown."] : []),
        ...(shown.length === 0 ? [] : ["Each one is a case: `cases` lists them, `close-case` closes one."]),
      ]);
    }),
};

export const reconciliationCommands = {
  reconcile: reconcileCommand,
  reconciliations: listReconciliationsCommand,
} as const;
