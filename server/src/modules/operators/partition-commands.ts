import { detachMonthPartitions, listPartitions } from "../retention/index.ts";
import { type Command, success, usageError } from "./command.ts";
import { formatTable } from "./terminal-format.ts";

/** What an operator does with months of the audit: looks at them, and takes old ones out. */

const formatMegabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
/** The last month in a part that ends at a moment. */
const lastMonthBefore = (endsAt: Date) => new Date(endsAt.getTime() - 1).toISOString().slice(0, 7);

const listPartitionsCommand: Command = {
  summary: "the months in which audit rows, seals and proofs of consent stand, with their size",
  run: async ({ owner }) =>
    success(
      formatTable(
        ["month", "part", ">about rows", ">MB"],
        (await listPartitions(owner)).map(({ endsAt, part, rows, bytes }) => [
          endsAt ? lastMonthBefore(endsAt) : "any other",
          part,
          String(rows),
          formatMegabytes(bytes),
        ]),
      ),
    ),
};

const detachMonthCommand: Command = {
  summary: "takes an old month of audit rows, seals and proofs out, to be dumped and dropped",
  words: ["month"],
  isMutating: true,
  run: async ({ owner }, { words: { month = "" }, by }) => {
    if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(month)) return usageError(month, "is no month: write 2026-01");
    const why = await detachMonthPartitions(owner, month, by);
    if (why !== undefined) return { lines: [`Nothing was taken out: ${why}.`], isWell: false };
    const suffix = month.replace("-", "_");
    return success([
      `${month} stands apart, in the schema "apart". Dump it, keep the dump, then drop its three tables:`,
      `  pg_dump --schema=apart --format=custom --file=audit_${suffix}.dump "$DATABASE_URL"`,
      "The chain goes on across it: run verify-audit now, and keep its new head.",
    ]);
  },
};

export const partitionCommands = { months: listPartitionsCommand, "detach-month": detachMonthCommand } as const;
