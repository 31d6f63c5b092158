import { rowOf, type SearchType } from "@idanimo/contract/catalogue";
import type { ConsentState } from "@idanimo/contract/consent";
import { actionText, isExpired } from "@idanimo/contract/expiry";
import { fail, ok } from "@idanimo/contract/problems";
import * as texts from "@idanimo/contract/texts";
import type { checkConsent as operation } from "@idanimo/contract/verification";
import { isRefunded, type ItemState, type Outcome } from "@idanimo/contract/verification-states";
import { sql } from "kysely";
import type { Tx } from "../../../database/database.ts";
import type { Handler } from "../../../http/call.ts";
import type { VerificationDeps } from "../deps.ts";
import { openValues } from "../search-values.ts";
import { consentWord, standingOf } from "../standing.ts";

type Row = {
  readonly id: string;
  readonly search_type: SearchType;
  readonly created_at: Date;
  readonly state: ItemState;
  readonly outcome: Outcome | null;
  readonly consent: ConsentState | null;
  readonly deadline: Date | null;
  readonly decided_at: Date | null;
  readonly decided_by: "sms" | "page" | null;
  readonly consent_gone_at: Date | null;
  readonly result_gone_at: Date | null;
  readonly value_masked: string;
  readonly search_sealed: Buffer | null;
  readonly now: Date;
};

async function readRow(tx: Tx, ownerId: string, id: string): Promise<Row | undefined> {
  const found = await sql<Row>`
    select i.id, i.search_type, i.created_at, i.state, i.outcome, c.state as consent, c.deadline, c.decided_at, c.decided_by,
           c.gone_at as consent_gone_at, x.gone_at as result_gone_at, r.value_masked, r.search_sealed, product_now() as now
    from purchase_items i
    join verification_requests r on r.id = i.id
    left join consents c on c.request_id = i.id
    left join results x on x.request_id = i.id
    where i.id = ${id} and i.owner_id = ${ownerId} and i.state <> 'priced'`.execute(tx);
  return found.rows[0];
}

/**
 * One request as its asker may see it. The record comes from one statement that checks consent and time as it reads; the rest
 * of the answer holds nothing of the subject. Each look at a record leaves an audit row. Source: T-42, T-43, R-10.
 */
export const checkConsent =
  (deps: VerificationDeps): Handler<typeof operation> =>
  async (input, caller) => {
    const key = await deps.keys.find(input.id);
    const found = await deps.db.transaction({ owner: caller.userId }, async (tx) => {
      const row = await readRow(tx, caller.userId, input.id);
      if (!row) return undefined;
      const open = key && (await readOpenResult(tx, input.id));
      if (open)
        await writeAudit(tx, deps.ids, {
          actorKind: "user",
          actorId: caller.userId,
          action: "looked_at_record",
          objectId: input.id,
        });
      return { row, open, asked: await messagesOfRequest(tx, input.id) };
    });
    if (!found) return fail("not_found", {});
    const { row, open, asked } = found;
    const standing = standingOf(row);
    const [first] = Object.keys(rowOf(row.search_type).fields);
    const isWhole = key !== undefined && row.search_sealed !== null && !isExpired(standing, row.now);
    const value =
      isWhole && row.search_sealed && first ? openValues(key, input.id, row.search_sealed)[first] : undefined;
    return ok({
      consent: consentWord(standing),
      searchType: row.search_type,
      searchValue: value ?? row.value_masked,
      message: actionText(standing, row.now),
      error: row.outcome !== null && isRefunded(row.outcome) ? texts.unexpectedServerErrorRefund : null,
      outcome: row.outcome,
      createdAt: row.created_at.toISOString(),
      decidedAt: row.decided_at?.toISOString() ?? null,
      decidedBy: row.decided_by,
      deadline: row.deadline?.toISOString() ?? null,
      goneAt: standing.goneAt?.toISOString() ?? null,
      now: row.now.toISOString(),
      asked: asked
        .filter((message) => message.kind === "consent_request")
        .map(({ channel, state }) => ({ channel, state })),
      source: found?.source ?? null,
      data: found ? { ...found.record } : null,
    });
  };
