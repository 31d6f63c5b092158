import { detachMonthPartitions, listPartitions } from "../retention/index.ts";
import { type Command, type KeyedCommand, success, usageError } from "./command.ts";
import { formatTable } from "./terminal-format.ts";

/** Lists the monthly partitions of the audit tables, and detaches old ones. */

const formatMegabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
/** The last month of a partition that ends at a timestamp. */
const lastMonthBefore = (endsAt: Date) => new Date(endsAt.getTime() - 1).toISOString().slice(0, 7);

const listPartitionsCommand: Command = {
  summary: "list the monthly partitions of audit rows, seals and consent evidence, with their size",
  run: async ({ owner }) =>
    success(
      formatTable(
        ["month", "partition", ">rows (estimate)", ">MB"],
        (await listPartitions(owner)).map(({ endsAt, name, rows, bytes }) => [
          endsAt ? lastMonthBefore(endsAt) : "default",
          name,
          String(rows),
          formatMegabytes(bytes),
        ]),
      ),
    ),
};

const detachMonthCommand: KeyedCommand = {
  summary: "detach an old month of audit rows, seals and consent evidence, to dump and drop it",
  words: ["month"],
  needsKey: true,
  right: "manage_operators",
  run: async ({ owner }, { words: { month = "" }, operator }) => {
    if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(month)) return usageError(month, "is not a month: write 2026-01");
    const why = await detachMonthPartitions(owner, month, operator.email);
    if (why !== undefined) return { lines: [`Nothing was detached: ${why}.`], isWell: false };
    const suffix = month.replace("-", "_");
    return success([
      `${month} is now in the schema "detached". Dump it, store the dump, then drop its three tables:`,
      `  pg_dump --schema=detached --format=custom --file=audit_${suffix}.dump "$DATABASE_URL"`,
      "The chain continues across the gap: run verify-audit now, and store its new head.",
    ]);
  },
};

export const partitionCommands = { partitions: listPartitionsCommand, "detach-partition": detachMonthCommand } as const;
