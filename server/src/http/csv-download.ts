import { Readable } from "node:stream";
import { brand } from "@idanimo/contract/brand";
import type { RequiredRight } from "@idanimo/contract/operation";
import { ok, type ProblemCode, type Result } from "@idanimo/contract/problems";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type CsvCell, streamCsv } from "../kernel/csv.ts";
import type { Cursor } from "../kernel/cursor.ts";
import type { Authenticate, Caller } from "./call.ts";
import { sendDownload } from "./download.ts";
import type { RateLimiter } from "./rate-limits.ts";

/** Rows per query. */
const pageSize = 1_000;

/** A list of an account as a CSV file. */
export type CsvTable = {
  /** Part of the file name, between the brand and `.csv`. */
  readonly name: string;
  readonly header: readonly string[];
  /** Reads at most so many rows after a cursor, and returns the cursor of the last one. */
  readonly read: (
    after: Cursor | undefined,
    most: number,
  ) => Promise<{ readonly rows: readonly (readonly CsvCell[])[]; readonly last: Cursor | undefined }>;
};

/**
 * Streams a complete list of a signed-in user as CSV, reading page by page, so that its length costs no memory.
 * Does not count as activity.
 * @param options.forOrganisation it exists only for organisations
 * @param make the table, after writing the audit row, or the reason why there is none
 */
export function sendCsv(
  deps: { readonly identify: Authenticate; readonly limits: RateLimiter },
  request: FastifyRequest,
  reply: FastifyReply,
  right: RequiredRight,
  make: (caller: Caller) => Promise<Result<CsvTable, ProblemCode>>,
  { forOrganisation = false }: { readonly forOrganisation?: boolean } = {},
): Promise<FastifyReply> {
  const options = { right, limit: "export_account", active: false, forOrganisation } as const;
  return sendDownload(deps, request, reply, options, async (caller) => {
    const made = await make(caller);
    if (!made.ok) return made;
    const { name, header: head, read } = made.value;
    const lines = streamCsv(head, async (after: Cursor | undefined) => {
      const { rows, last } = await read(after, pageSize);
      return { rows, next: rows.length === pageSize ? last : undefined };
    });
    return ok({ name: `${brand.name}-${name}.csv`, type: "text/csv; charset=utf-8", body: Readable.from(lines) });
  });
}
