import { detachMonth, monthParts } from "../retention/index.ts";
import { type Command, well, wrong } from "./command.ts";
import { table } from "./table.ts";

/** What an operator does with months of the audit: looks at them, and takes old ones out. */

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
/** The last month in a part that ends at a moment. */
const lastMonth = (endsAt: Date) => new Date(endsAt.getTime() - 1).toISOString().slice(0, 7);

const months: Command = {
  about: "the months in which audit rows, seals and proofs of consent stand, with their size",
  run: async ({ owner }) =>
    well(
      table(
        ["month", "part", ">about rows", ">MB"],
        (await monthParts(owner)).map(({ endsAt, part, rows, bytes }) => [
          endsAt ? lastMonth(endsAt) : "any other",
          part,
          String(rows),
          megabytes(bytes),
        ]),
      ),
    ),
};

const detach: Command = {
  about: "takes an old month of audit rows, seals and proofs out, to be dumped and dropped",
  words: ["month"],
  changes: true,
  run: async ({ owner }, { words: { month = "" }, by }) => {
    if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(month)) return wrong(month, "is no month: write 2026-01");
    const why = await detachMonth(owner, month, by);
    if (why !== undefined) return { lines: [`Nothing was taken out: ${why}.`], isWell: false };
    const suffix = month.replace("-", "_");
    return well([
      `${month} stands apart, in the schema "apart". Dump it, keep the dump, then drop its three tables:`,
      `  pg_dump --schema=apart --format=custom --file=audit_${suffix}.dump "$DATABASE_URL"`,
      "The chain goes on across it: run verify-audit now, and keep its new head.",
    ]);
  },
};

export const monthsCommands = { months, "detach-month": detach } as const;
