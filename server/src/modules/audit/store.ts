import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/database.ts";
import { addressBlock } from "../../kernel/address-block.ts";
import { currentAddress } from "../../kernel/request-context.ts";
import type { IdSource } from "../../kernel/ids.ts";

/** Characters of the reason of an audit row. */
export const auditReasonMaxLength = 200;

export type AuditEntry = {
  readonly actorKind: "visitor" | "user" | "subject" | "operator" | "system";
  readonly actorId?: string;
  /** What was done, in snake_case. */
  readonly action: string;
  /** The request, purchase, payment or account that it was done to. */
  readonly objectId?: string;
  /** Codes and ids only: never a personal value. */
  readonly reason?: string;
  /**
   * The organisation that may read the row. By default that of the transaction's scope, if a member acts for one.
   */
  readonly organisationId?: string;
};

/** SQL: the organisation for which the transaction's member acts; null without one. */
const organisationOfScope = sql`case when coalesce(current_setting('idanimo.member', true), '') <> ''
  then current_setting('idanimo.owner', true)::uuid end`;

/** SQL: what is stored of the caller's address, for an organisation's rows alone [TM-17]. */
function blockOf(organisation: RawBuilder<unknown>): RawBuilder<unknown> {
  const address = currentAddress();
  return sql`case when ${organisation} is not null then ${address === undefined ? null : addressBlock(address)}::text end`;
}

/** Writes one audit row in the transaction of the act it records. A job seals it into the chain. */
export const writeAudit = (tx: Tx, ids: IdSource, entry: AuditEntry): Promise<void> => writeAudits(tx, ids, [entry]);

export async function writeAudits(tx: Tx, ids: IdSource, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  // as columns, so that a purge of 100,000 rows is the same short statement
  const column = <Value>(of: (entry: AuditEntry) => Value) => entries.map(of);
  await sql`insert into audit_log (id, actor_kind, actor_id, action, object_id, reason, organisation_id, address_block)
    select a.id, a.actor_kind, a.actor_id, a.action, a.object_id, a.reason, o.id, ${blockOf(sql`o.id`)}
    from unnest(${column(() => ids.rowId())}::uuid[], ${column(({ actorKind }) => actorKind)}::text[],
      ${column(({ actorId }) => actorId ?? null)}::uuid[], ${column(({ action }) => action)}::text[],
      ${column(({ objectId }) => objectId ?? null)}::uuid[], ${column(({ reason }) => reason ?? "")}::text[],
      ${column(({ organisationId }) => organisationId ?? null)}::uuid[])
      as a (id, actor_kind, actor_id, action, object_id, reason, organisation)
    cross join lateral (select coalesce(a.organisation, ${organisationOfScope}) as id) o`.execute(tx);
}

/** The audit rows of an object, oldest first. */
export function findAuditEntries(
  tx: Tx,
  objectId: string,
): Promise<readonly { readonly at: Date; readonly action: string; readonly reason: string }[]> {
  return tx
    .selectFrom("audit_log")
    .select(["at", "action", "reason"])
    .where("object_id", "=", objectId)
    .orderBy("at")
    .orderBy("id")
    .execute();
}
