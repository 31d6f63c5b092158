import { lagosDay } from "@idanimo/contract/date-format";
import { currencies } from "@idanimo/contract/money";
import { validateDayRange, isDay, clampToToday } from "@idanimo/contract/statement-days";
import { productNow } from "../../database/database.ts";
import { formatAccountingAmount, accountLinesOf, writeAccountingReport } from "../payments/index.ts";
import { type Command, usageError } from "./command.ts";
import { formatTable } from "./terminal-format.ts";

/** What an accountant asks for at the end of a month. */

const accountingReportCommand: Command = {
  summary: "writes the accountant's report of some days into a folder: a PDF, and its figures as CSV",
  options: { from: "2026-11-01", to: "2026-11-30", out: "folder" },
  run: async ({ db }, { options }) => {
    const { from, to, out } = options;
    if (from === undefined || !isDay(from)) return usageError("--from", "takes the first day: 2026-11-01");
    if (to === undefined || !isDay(to)) return usageError("--to", "takes the last day: 2026-11-30");
    if (out === undefined) return usageError("--out", "takes the folder to write into");
    const now = await db.transaction("system", (tx) => tx.selectNoFrom(productNow.as("now")).executeTakeFirstOrThrow());
    const today = lagosDay(now.now);
    const faults = validateDayRange({ from, to }, today);
    if (faults.from !== undefined)
      return usageError("--from", `names days that no report can be made of: ${faults.from}`);
    if (faults.to !== undefined) return usageError("--to", `names days that no report can be made of: ${faults.to}`);
    const days = clampToToday({ from, to }, today);
    let written: Awaited<ReturnType<typeof writeAccountingReport>>;
    try {
      written = await writeAccountingReport(db, days, out);
    } catch (error) {
      if (!(error instanceof Error && "syscall" in error)) throw error;
      return usageError("--out", `cannot be written: ${error.message}`);
    }
    const rows = currencies.flatMap((currency) => accountLinesOf(written.report, currency));
    return {
      lines: [
        ...(to > days.to ? [`The days up to today, ${days.to}: the rest is still to come.`] : []),
        ...formatTable(
          ["account", ">opening", ">in", ">out", ">closing"],
          rows.map(({ name, currency, opening, cameIn, wentOut, closing }) => [
            `${name} (${currency})`,
            ...[opening, cameIn, wentOut, closing].map((minor) => formatAccountingAmount(currency, minor)),
          ]),
        ),
        "",
        ...(written.imbalances.length === 0
          ? ["It adds up: opening + in - out = closing, and cash is what became of it."]
          : written.imbalances.map((fault) => `Does not add up: ${fault}`)),
        ...written.files,
      ],
      isWell: written.imbalances.length === 0,
    };
  },
};

export const accountingReportCommands = { books: accountingReportCommand } as const;
