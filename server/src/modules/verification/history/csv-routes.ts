import { consentText } from "@idanimo/contract/request-status";
import { historyCsvQuery, nonJsonCalls } from "@idanimo/contract/non-json-calls";
import { ok } from "@idanimo/contract/problems";
import { downloads } from "@idanimo/contract/downloads";
import type { FastifyInstance } from "fastify";
import { type Actor, type Authenticate, scopeOf } from "../../../http/call.ts";
import { sendCsv } from "../../../http/csv-download.ts";
import { parseInput } from "../../../http/input.ts";
import type { Cursor } from "../../../kernel/cursor.ts";
import { writeAudit } from "../../audit/index.ts";
import type { VerificationDeps } from "../deps.ts";
import { historyColumns } from "./columns.ts";
import { type HistoryFilter, readHistory } from "./search.ts";
import { toHistoryEntries } from "./history-entries.ts";

const headerCells = [
  "Date (Lagos)",
  "Type",
  historyColumns.parameter,
  historyColumns.value,
  "Label",
  "Consent",
  "Status",
];

/**
 * Downloads the complete history with the values that its page shows: masked once a request is over. Leaves an
 * audit row.
 */
export function historyCsvRoutes(app: FastifyInstance, identify: Authenticate, deps: VerificationDeps): void {
  app.get(downloads.historyCsv(), (request, reply) =>
    sendCsv({ identify, limits: deps.limits }, request, reply, nonJsonCalls.historyCsv.right, async (caller) => {
      const input = parseInput({ method: "GET", input: historyCsvQuery }, request);
      if (!input.ok) return input;
      const entry = {
        actorKind: "user",
        actorId: caller.userId,
        action: "downloaded_history",
        objectId: caller.ownerId,
      } as const;
      await deps.db.transaction(scopeOf(caller), (tx) => writeAudit(tx, deps.ids, entry));
      const read = (after: Cursor | undefined, most: number) => readCsvRows(deps, caller, input.value, after, most);
      const header = caller.member === null ? headerCells : [...headerCells, "Member"];
      return ok({ name: "history", header, read });
    }),
  );
}

async function readCsvRows(
  deps: VerificationDeps,
  actor: Actor,
  filter: HistoryFilter,
  after: Cursor | undefined,
  most: number,
) {
  const { rows } = await readHistory(deps, actor, { after, most }, filter);
  const shown = await toHistoryEntries(deps, actor, rows);
  const last = rows.at(-1);
  return {
    rows: shown.map((row) => [
      new Date(row.insertionDate),
      row.type,
      row.searchParameter,
      row.searchValue,
      row.label ?? "",
      consentText(row),
      row.action,
      ...(actor.member === null ? [] : [row.member?.name ?? ""]),
    ]),
    last: last && { at: last.created_text, id: last.id },
  };
}
