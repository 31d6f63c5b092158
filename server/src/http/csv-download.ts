import { Readable } from "node:stream";
import { brand } from "@idanimo/contract/brand";
import { ok, type ProblemCode, type Result } from "@idanimo/contract/problems";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type CsvCell, csvOf } from "../kernel/csv.ts";
import type { Cursor } from "../kernel/cursor.ts";
import type { Identify } from "./call.ts";
import { sendDownload } from "./download.ts";
import type { Limits } from "./limits.ts";

/** Rows that are read and written together. */
const rowsAtOnce = 1_000;

/** A list of an account as a table to keep. */
export type CsvTable = {
  /** What it is called between the brand and `.csv`. */
  readonly name: string;
  readonly head: readonly string[];
  /** Rows behind a place in the list, so many at most, and the place of the last of them. */
  readonly read: (
    after: Cursor | undefined,
    most: number,
  ) => Promise<{ readonly rows: readonly (readonly CsvCell[])[]; readonly last: Cursor | undefined }>;
};

/**
 * Answers a whole list of a signed-in person as CSV, written while it is read, so that its length costs no memory. Taking it is no
 * activity.
 * @param make the table, after noting who takes it, or why there is none
 */
export function sendCsv(
  { identify, limits }: { readonly identify: Identify; readonly limits: Limits },
  request: FastifyRequest,
  reply: FastifyReply,
  make: (userId: string) => Promise<Result<CsvTable, ProblemCode>>,
): Promise<FastifyReply> {
  const passive = { limits, identify: (token: string) => identify(token, false) };
  return sendDownload(passive, request, reply, "export_account", async ({ userId }) => {
    const made = await make(userId);
    if (!made.ok) return made;
    const { name, head, read } = made.value;
    const lines = csvOf(head, async (after: Cursor | undefined) => {
      const { rows, last } = await read(after, rowsAtOnce);
      return { rows, next: rows.length === rowsAtOnce ? last : undefined };
    });
    return ok({ name: `${brand.name}-${name}.csv`, type: "text/csv; charset=utf-8", body: Readable.from(lines) });
  });
}
