import { consentTexts } from "@idanimo/contract/expiry";
import { historyCsvQuery } from "@idanimo/contract/other-calls";
import { ok } from "@idanimo/contract/problems";
import { downloads } from "@idanimo/contract/reports";
import type { FastifyInstance } from "fastify";
import type { Identify } from "../../../http/call.ts";
import { sendCsv } from "../../../http/csv-download.ts";
import { readInput } from "../../../http/input.ts";
import type { Cursor } from "../../../kernel/cursor.ts";
import { writeAudit } from "../../audit/index.ts";
import type { VerificationDeps } from "../deps.ts";
import { historyColumns } from "./columns.ts";
import { readNarrowed } from "./search.ts";
import { showRows } from "./show-rows.ts";

const head = ["Date (Lagos)", "Type", historyColumns.parameter, historyColumns.value, "Consent", "Status", "Action"];

/**
 * The whole history to keep, as its page shows it: the value of a request that lives is whole, that of one that is over is masked.
 * Taking it leaves an audit row.
 */
export function historyCsvRoutes(app: FastifyInstance, identify: Identify, deps: VerificationDeps): void {
  app.get(downloads.historyCsv(), (request, reply) =>
    sendCsv({ identify, limits: deps.limits }, request, reply, async (userId) => {
      const input = readInput({ method: "GET", input: historyCsvQuery }, request);
      if (!input.ok) return input;
      const entry = { actorKind: "user", actorId: userId, action: "downloaded_history", objectId: userId } as const;
      await deps.db.transaction({ owner: userId }, (tx) => writeAudit(tx, deps.ids, entry));
      const read = (after: Cursor | undefined, most: number) => readRows(deps, userId, input.value.type, after, most);
      return ok({ name: "history", head, read });
    }),
  );
}

async function readRows(
  deps: VerificationDeps,
  userId: string,
  type: string | undefined,
  after: Cursor | undefined,
  most: number,
) {
  const { rows } = await readNarrowed(deps, userId, { after, most }, { type });
  const shown = await showRows(deps.keys, rows);
  const last = rows.at(-1);
  return {
    rows: shown.map((row) => {
      const { consent, status } = consentTexts(row);
      return [new Date(row.insertionDate), row.type, row.searchParameter, row.searchValue, consent, status, row.action];
    }),
    last: last && { at: last.created_text, id: last.id },
  };
}
