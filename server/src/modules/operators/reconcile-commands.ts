import { writeFile } from "node:fs/promises";
import { formatMoney, money, textFromMinor } from "@idanimo/contract/money";
import { isDay } from "@idanimo/contract/statement-days";
import { csvOf } from "../../kernel/csv.ts";
import {
  type DayReport,
  dueDays,
  hasEnded,
  listedRows,
  openDifferences,
  reconcileDay,
  type ReconcileDeps,
  reconciledDays,
} from "../payments/index.ts";
import { type Command, type OperatorDeps, type Told, well, wrong } from "./command.ts";
import { moment, table } from "./table.ts";

/** The card provider's own list beside the ledger. The running program compares each night; this asks at once. */

/** An amount as people write it; of a currency that is none of ours as a plain number. */
export const sumIn = (currency: string, minor: bigint): string =>
  currency === "NGN" || currency === "USD"
    ? formatMoney(money(currency, minor))
    : `${textFromMinor(minor)} ${currency}`.trim();

const many = (count: number, what: string) => `${count} ${what}${count === 1 ? "" : "s"}`;

/** What one day came to, in a line for each currency. */
function linesOf({ day, listed, standing, fresh, mended, byCurrency }: DayReport): readonly string[] {
  const sums = [...byCurrency].map(
    ([currency, of]) =>
      `  ${currency}: they list ${of.theirsCount} paid, ${sumIn(currency, of.theirsMinor)}; we hold ${of.oursCount}, ${sumIn(currency, of.oursMinor)}`,
  );
  const told = [
    standing === 0 ? "nothing differs" : `${many(standing, "difference")}, ${fresh} of them new`,
    ...(mended === 0 ? [] : [`${many(mended, "payment")} settled that nobody had told us of`]),
  ];
  return [`${day}: ${many(listed, "transaction")} on their list; ${told.join("; ")}.`, ...sums];
}

/** Rows of a list that are read at a time. */
const chunk = 1_000;

/** Writes a day's list beside our books as CSV, row by row. */
async function writeList({ db }: OperatorDeps, day: string, file: string): Promise<void> {
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
    const rows = await db.transaction("system", (tx) => listedRows(tx, day, after ?? "", chunk));
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
      next: rows.length < chunk ? undefined : rows.at(-1)?.their_id,
    };
  };
  await writeFile(file, csvOf(head, read), { mode: 0o600 });
}

const reconcile: Command = {
  about: "compares days with the card provider's own list, now; without a day all that are due",
  options: { day: "2026-11-20", list: "file.csv" },
  run: async (deps, { options }) => {
    const { db, payments } = deps;
    const { day, list } = options;
    if (!payments) return wrong("reconcile", "has no provider to ask");
    if (list !== undefined && day === undefined) return wrong("--list", "is of one day: name it with --day");
    if (day !== undefined && !isDay(day)) return wrong("--day", "takes a day: 2026-11-20");
    if (day !== undefined && !(await db.transaction("system", (tx) => hasEnded(tx, day))))
      return wrong("--day", "takes a day that has ended in Lagos");
    const due = await db.transaction("system", (tx) => dueDays(tx, payments.cardPayments.name));
    const days = day === undefined ? due.map((one) => one.day) : [day];
    if (days.length === 0)
      return well(["Every day that has ended was compared. Name one with --day to compare it again."]);
    return compare(deps, payments, days, list);
  },
};

async function compare(
  deps: OperatorDeps,
  payments: ReconcileDeps,
  days: readonly string[],
  list: string | undefined,
): Promise<Told> {
  const lines: string[] = [];
  let isWell = true;
  for (const day of days) {
    let report: DayReport | undefined;
    try {
      report = await reconcileDay(payments, day);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      lines.push(`${day}: not compared; ${why}. The running program tries again.`);
      isWell = false;
      continue;
    }
    lines.push(...(report ? linesOf(report) : [`${day}: another process compares it just now.`]));
    if (list === undefined) continue;
    try {
      await writeList(deps, day, list);
    } catch (error) {
      return { lines: [...lines, `${list} cannot be written: ${String(error)}`], isWell: false };
    }
    lines.push(`Their list beside our books: ${list}`);
  }
  return { lines, isWell };
}

const daysShown = 14;
const differencesShown = 100;

const reconciliations: Command = {
  about: "how the newest days compare with the card provider's list, and what differs",
  run: ({ db }) =>
    db.transaction("system", async (tx) => {
      const days = await reconciledDays(tx, daysShown);
      const open = await openDifferences(tx, differencesShown + 1);
      if (days.length === 0) return well(["No payment was compared yet."]);
      const rows = days.map((of) => [
        of.day,
        of.currency,
        String(of.theirs_count),
        sumIn(of.currency, of.theirs_minor),
        String(of.ours_count),
        sumIn(of.currency, of.ours_minor),
        String(of.differences),
        moment(of.asked_at),
      ]);
      const heads = ["day", "currency", ">theirs", ">they list", ">ours", ">we hold", ">differences", "asked at"];
      const shown = open
        .slice(0, differencesShown)
        .map((one) => [
          one.day,
          one.kind.replaceAll("_", " "),
          one.reference ?? "-",
          one.their_id ?? "-",
          one.their_minor === null ? "-" : sumIn(one.their_currency ?? "", one.their_minor),
          one.our_minor === null ? "-" : sumIn(one.our_currency ?? "", one.our_minor),
        ]);
      return well([
        ...table(heads, rows),
        "",
        ...(shown.length === 0
          ? ["Nothing differs."]
          : table(["day", "what differs", "reference", "their id", ">they say", ">we hold"], shown)),
        ...(open.length > differencesShown ? ["There are more."] : []),
        ...(shown.length === 0 ? [] : ["Each is a case: `cases` lists them, `close-case` says what was done."]),
      ]);
    }),
};

export const reconcileCommands = { reconcile, reconciliations } as const;
