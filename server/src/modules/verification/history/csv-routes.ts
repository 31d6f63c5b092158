import { Readable } from "node:stream";
import { brand } from "@idanimo/contract/brand";
import { fail, ok } from "@idanimo/contract/problems";
import { downloads } from "@idanimo/contract/reports";
import { historyFilters } from "@idanimo/contract/verification";
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import type { Identify } from "../../../http/call.ts";
import { sendDownload } from "../../../http/download.ts";
import type { Cursor } from "../../../kernel/cursor.ts";
import { csvOf, csvTime } from "../../../kernel/csv.ts";
import { writeAudit } from "../../audit/index.ts";
import type { VerificationDeps } from "../deps.ts";
import { readNarrowed } from "./search.ts";
import { showRows } from "./show-rows.ts";

/** Rows that are read and written together. */
const rowsAtOnce = 1_000;
const head = ["Date (Lagos)", "Type", "Parameter", "Value", "Consent", "Status", "Action"];
const query = z.strictObject({ type: z.optional(z.enum(historyFilters)) });

/**
 * The whole history to keep, as its page shows it: values are masked alike. It is written while it is read, so its length costs no
 * memory. Taking it is no activity, and leaves an audit row.
 */
export function historyCsvRoutes(app: FastifyInstance, identify: Identify, deps: VerificationDeps): void {
  const passive = { limits: deps.limits, identify: (token: string) => identify(token, false) };
  app.get(downloads.historyCsv(), (request, reply) =>
    sendDownload(passive, request, reply, "export_account", async ({ userId }) => {
      const asked = query.safeParse(request.query);
      if (!asked.success) return fail("bad_input", {}, { fields: { type: historyFilters.join(", ") } });
      const entry = { actorKind: "user", actorId: userId, action: "downloaded_history", objectId: userId } as const;
      await deps.db.transaction({ owner: userId }, (tx) => writeAudit(tx, deps.ids, entry));
      const rows = csvOf(head, (after: Cursor | undefined) => readChunk(deps, userId, asked.data.type, after));
      return ok({ name: `${brand.name}-history.csv`, type: "text/csv; charset=utf-8", body: Readable.from(rows) });
    }),
  );
}

async function readChunk(deps: VerificationDeps, userId: string, type: string | undefined, after: Cursor | undefined) {
  const { rows } = await readNarrowed(deps, userId, { after, most: rowsAtOnce, skip: 0 }, { type });
  const last = rows.length === rowsAtOnce ? rows.at(-1) : undefined;
  const shown = await showRows(deps.keys, rows);
  return {
    rows: shown.map((row) => [
      csvTime(new Date(row.insertionDate)),
      row.type,
      row.searchParameter,
      row.searchValue,
      row.consent,
      row.status,
      row.action,
    ]),
    next: last && { at: last.created_text, id: last.id },
  };
}
