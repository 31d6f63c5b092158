import { rowOf, type SearchType, searchTypes } from "@idanimo/contract/catalogue";
import type { ConsentState } from "@idanimo/contract/consent";
import { actionText, isExpired } from "@idanimo/contract/expiry";
import { historyPageSize } from "@idanimo/contract/limits";
import { ok } from "@idanimo/contract/problems";
import type { history as operation } from "@idanimo/contract/verification";
import type { ItemState, Outcome } from "@idanimo/contract/verification-states";
import { sql } from "kysely";
import type { Tx } from "../../../database/database.ts";
import type { Handler } from "../../../http/call.ts";
import { readCursor, writeCursor } from "../../../kernel/cursor.ts";
import type { VerificationDeps } from "../deps.ts";
import { openValues } from "../search-values.ts";
import { consentWord, standingOf, statusWord } from "../standing.ts";

type Input = Parameters<Handler<typeof operation>>[0];

type Row = {
  readonly id: string;
  readonly search_type: SearchType;
  readonly created_at: Date;
  readonly created_text: string;
  readonly state: ItemState;
  readonly outcome: Outcome | null;
  readonly consent: ConsentState | null;
  readonly deadline: Date | null;
  readonly consent_gone_at: Date | null;
  readonly result_gone_at: Date | null;
  readonly value_masked: string;
  readonly search_sealed: Buffer | null;
  readonly now: Date;
};

/** One page by keyset over the owner's listed rows; a deep page costs what the first one does. */
async function readRows(tx: Tx, ownerId: string, input: Input, size: number): Promise<readonly Row[]> {
  const after = readCursor(input.after);
  const types =
    input.type === undefined ? undefined : searchTypes.filter((type) => rowOf(type).searchParameter === input.type);
  const found = await sql<Row>`
    select i.id, i.search_type, i.created_at, i.created_at::text as created_text, i.state, i.outcome, c.state as consent, c.deadline,
           c.gone_at as consent_gone_at, x.gone_at as result_gone_at, r.value_masked, r.search_sealed, product_now() as now
    from purchase_items i
    join verification_requests r on r.id = i.id
    left join consents c on c.request_id = i.id
    left join results x on x.request_id = i.id
    where i.owner_id = ${ownerId} and i.state in ('awaiting_consent', 'closed')
      ${types ? sql`and i.search_type = any (${types})` : sql``}
      ${after ? sql`and (i.created_at, i.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by i.created_at desc, i.id desc
    limit ${size + 1} offset ${after ? 0 : (input.page ?? 0) * size}`.execute(tx);
  return found.rows;
}

/** This user's requests, newest first. A value is whole while its request lives and masked as soon as it is over. */
export const history =
  (deps: VerificationDeps): Handler<typeof operation> =>
  async (input, caller) => {
    const size = input.size ?? historyPageSize;
    const { rows, totals } = await deps.db.transaction({ owner: caller.userId }, async (tx) => ({
      rows: await readRows(tx, caller.userId, input, size),
      totals: await tx
        .selectFrom("request_totals")
        .selectAll()
        .where("owner_id", "=", caller.userId)
        .executeTakeFirst(),
    }));
    const page = rows.slice(0, size);
    const living = page.filter((row) => row.search_sealed !== null && !isExpired(standingOf(row), row.now));
    const keys = await deps.keys.findAll(living.map((row) => row.id));
    const last = page.at(-1);
    return ok({
      requests: page.map((row) => {
        const standing = standingOf(row);
        const catalogueRow = rowOf(row.search_type);
        return {
          id: row.id,
          insertionDate: row.created_at.toISOString(),
          type: catalogueRow.historyType,
          searchType: row.search_type,
          searchParameter: catalogueRow.searchParameter,
          searchValue: living.includes(row) ? wholeValue(row, keys.get(row.id)) : row.value_masked,
          consent: consentWord(standing),
          status: statusWord(standing, row.now),
          action: actionText(standing, row.now),
          outcome: row.outcome,
          deadline: row.deadline?.toISOString() ?? null,
          goneAt: standing.goneAt?.toISOString() ?? null,
        };
      }),
      totalCount: Number(totals?.listed ?? 0n),
      totalSuccessfulCount: Number(totals?.successful ?? 0n),
      totalUnsuccessfulCount: Number(totals?.unsuccessful ?? 0n),
      next: rows.length > size && last ? writeCursor(last.created_text, last.id) : null,
    });
  };

/** The typed value; masked where the key is gone already. */
function wholeValue(row: Row, key: Buffer | undefined): string {
  if (!key || !row.search_sealed) return row.value_masked;
  const [first] = Object.keys(rowOf(row.search_type).fields);
  return (first && openValues(key, row.id, row.search_sealed)[first]) ?? row.value_masked;
}
