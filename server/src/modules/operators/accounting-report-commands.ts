import { lagosDay } from "@idanimo/contract/date-format";
import { currencies } from "@idanimo/contract/money";
import { validateDayRange, isDay, clampToToday } from "@idanimo/contract/statement-days";
import { productNow } from "../../database/database.ts";
import { formatAccountingAmount, accountLinesOf, writeAccountingReport } from "../payments/index.ts";
import { type Command, usageError } from "./command.ts";
import { formatTable } from "./terminal-format.ts";

const accountingReportCommand: Command = {
  summary: "write the accounting report of a period into a folder: a PDF, and its amounts as CSV",
  options: { from: "2026-11-01", to: "2026-11-30", out: "folder" },
  run: async ({ db }, { options }) => {
    const { from, to, out } = options;
    if (from === undefined || !isDay(from)) return usageError("--from", "must be the first day, such as 2026-11-01");
    if (to === undefined || !isDay(to)) return usageError("--to", "must be the last day, such as 2026-11-30");
    if (out === undefined) return usageError("--out", "must be the folder to write to");
    const now = await db.transaction("system", (tx) => tx.selectNoFrom(productNow.as("now")).executeTakeFirstOrThrow());
    const today = lagosDay(now.now);
    const faults = validateDayRange({ from, to }, today);
    if (faults.from !== undefined) return usageError("--from", `is not valid: ${faults.from}`);
    if (faults.to !== undefined) return usageError("--to", `is not valid: ${faults.to}`);
    const days = clampToToday({ from, to }, today);
    let written: Awaited<ReturnType<typeof writeAccountingReport>>;
    try {
      written = await writeAccountingReport(db, days, out);
    } catch (error) {
      if (!(error instanceof Error && "syscall" in error)) throw error;
      return usageError("--out", `cannot be written to: ${error.message}`);
    }
    const rows = currencies.flatMap((currency) => accountLinesOf(written.report, currency));
    return {
      lines: [
        ...(to > days.to ? [`The report ends today, ${days.to}: later days are still to come.`] : []),
        ...formatTable(
          ["account", ">opening", ">in", ">out", ">closing"],
          rows.map(({ name, currency, opening, cameIn, wentOut, closing }) => [
            `${name} (${currency})`,
            ...[opening, cameIn, wentOut, closing].map((minor) => formatAccountingAmount(currency, minor)),
          ]),
        ),
        "",
        ...(written.imbalances.length === 0
          ? ["The accounts balance: opening + in - out = closing, and cash equals the sum of the other accounts."]
          : written.imbalances.map((fault) => `Does not balance: ${fault}`)),
        ...written.files,
      ],
      isWell: written.imbalances.length === 0,
    };
  },
};

export const accountingReportCommands = { "accounting-report": accountingReportCommand } as const;
