import { lagosDay } from "@idanimo/contract/date-format";
import { currencies } from "@idanimo/contract/money";
import { daysFaults, isDay, untilToday } from "@idanimo/contract/statement-days";
import { productNow } from "../../database/database.ts";
import { accountantsAmount, booksLine, writeBooks } from "../payments/index.ts";
import { type Command, wrong } from "./command.ts";
import { table } from "./table.ts";

/** What an accountant asks for at the end of a month. */

const books: Command = {
  about: "writes the accountant's report of some days into a folder: a PDF, and its figures as CSV",
  options: { from: "2026-11-01", to: "2026-11-30", out: "folder" },
  run: async ({ db }, { options }) => {
    const { from, to, out } = options;
    if (from === undefined || !isDay(from)) return wrong("--from", "takes the first day: 2026-11-01");
    if (to === undefined || !isDay(to)) return wrong("--to", "takes the last day: 2026-11-30");
    if (out === undefined) return wrong("--out", "takes the folder to write into");
    const now = await db.transaction("system", (tx) => tx.selectNoFrom(productNow.as("now")).executeTakeFirstOrThrow());
    const today = lagosDay(now.now);
    const faults = daysFaults({ from, to }, today);
    if (faults.from !== undefined) return wrong("--from", `names days that no report can be made of: ${faults.from}`);
    if (faults.to !== undefined) return wrong("--to", `names days that no report can be made of: ${faults.to}`);
    const days = untilToday({ from, to }, today);
    let written: Awaited<ReturnType<typeof writeBooks>>;
    try {
      written = await writeBooks(db, days, out);
    } catch (error) {
      if (!(error instanceof Error && "syscall" in error)) throw error;
      return wrong("--out", `cannot be written: ${error.message}`);
    }
    const rows = currencies.flatMap((currency) => booksLine(written.books, currency));
    return {
      lines: [
        ...(to > days.to ? [`The days up to today, ${days.to}: the rest is still to come.`] : []),
        ...table(
          ["account", ">opening", ">in", ">out", ">closing"],
          rows.map(({ name, currency, opening, cameIn, wentOut, closing }) => [
            `${name} (${currency})`,
            ...[opening, cameIn, wentOut, closing].map((minor) => accountantsAmount(currency, minor)),
          ]),
        ),
        "",
        ...(written.faults.length === 0
          ? ["It adds up: opening + in - out = closing, and cash is what became of it."]
          : written.faults.map((fault) => `Does not add up: ${fault}`)),
        ...written.files,
      ],
      isWell: written.faults.length === 0,
    };
  },
};

export const booksCommands = { books } as const;
