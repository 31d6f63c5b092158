import { sql } from "kysely";
import type { Database, Tx } from "../../../database/database.ts";
import type { Cursor } from "../../../kernel/cursor.ts";

/** Queries for the log of API calls. */

/** A call as it is stored. */
export type StoredCall = {
  readonly id: string;
  /** The database's time, as text. */
  readonly at: string;
  readonly organisation_id: string;
  readonly key_id: string;
  readonly method: string;
  readonly route: string | null;
  readonly status: number;
  readonly code: string | null;
  readonly ms: number;
  readonly version: string | null;
  /** In hexadecimal digits. */
  readonly idempotency_key_hash: string | null;
  readonly address_block: string | null;
};

/** Stores calls; one that is stored already stays as it is. */
export async function insertCalls(tx: Tx, calls: readonly StoredCall[]): Promise<void> {
  await sql`insert into api_requests (id, at, organisation_id, key_id, method, route, status, code, ms, version, idempotency_key_hash, address_block)
    select id, at, organisation_id, key_id, method, route, status, code, ms, version, decode(idempotency_key_hash, 'hex'), address_block
    from json_to_recordset(${JSON.stringify(calls)}::json) as c (id uuid, at timestamptz, organisation_id uuid, key_id uuid,
      method text, route text, status smallint, code text, ms integer, version text, idempotency_key_hash text, address_block text)
    on conflict do nothing`.execute(tx);
}

/** A call whose key is still to be found. */
export type UnresolvedCall = { readonly secretHash: string; readonly ageMs: number };
export type KeyOfCall = { readonly keyId: string; readonly organisationId: string; readonly at: string };

/** Finds the key of each call, also one that has ended, and when the call arrived; null for an unknown secret. */
export async function findKeysOfCalls(
  db: Pick<Database, "single">,
  calls: readonly UnresolvedCall[],
): Promise<readonly (KeyOfCall | null)[]> {
  const { rows } = await sql<{ place: number; key_id: string; organisation_id: string; at: string }>`
    select c.place::int, k.id as key_id, k.organisation_id,
      (product_now() - make_interval(secs => c.age_ms / 1000))::text as at
    from json_to_recordset(${JSON.stringify(
      calls.map(({ secretHash, ageMs }, place) => ({ place, hash: secretHash, age_ms: ageMs })),
    )}::json) as c (place int, hash text, age_ms float8)
    join api_key_secrets s on s.secret_hash = decode(c.hash, 'hex') join api_keys k on k.id = s.key_id`.execute(
    db.single,
  );
  const found: (KeyOfCall | null)[] = calls.map(() => null);
  for (const row of rows) found[row.place] = { keyId: row.key_id, organisationId: row.organisation_id, at: row.at };
  return found;
}

/** Calls of a class or with one status. */
export type StatusFilter = { readonly from: number; readonly to: number };

export type CallFilter = {
  readonly status: StatusFilter | undefined;
  readonly route: string | undefined;
  readonly key: string | undefined;
  /** First moment and the one after the last. */
  readonly period: { readonly from: string; readonly to: string } | undefined;
  readonly after: Cursor | undefined;
};

export type CallRow = {
  readonly id: string;
  readonly at: Date;
  readonly at_text: string;
  readonly key_id: string;
  readonly method: string;
  readonly route: string | null;
  readonly status: number;
  readonly code: string | null;
  readonly ms: number;
};

const columns = sql`id, at, at::text as at_text, key_id, method, route, status, code, ms`;
const isRecent = (days: number) => sql`at > product_now() - make_interval(days => ${days})`;

/** The newest calls of an organisation, at most so many. Every filter is part of an index. */
export async function findCalls(
  tx: Tx,
  organisationId: string,
  { status, route, key, period, after }: CallFilter,
  { days, most }: { readonly days: number; readonly most: number },
): Promise<readonly CallRow[]> {
  const conditions = [
    sql`organisation_id = ${organisationId}`,
    isRecent(days),
    ...(status ? [sql`status between ${status.from}::int and ${status.to}::int`] : []),
    ...(route === undefined ? [] : [sql`route = ${route}`]),
    ...(key === undefined ? [] : [sql`key_id = ${key}`]),
    ...(period ? [sql`at >= ${period.from}::timestamptz and at < ${period.to}::timestamptz`] : []),
    // the first comparison selects partitions, the second one the place
    ...(after
      ? [sql`at <= ${after.at}::timestamptz and (at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`]
      : []),
  ];
  const { rows } = await sql<CallRow>`select ${columns} from api_requests
    where ${sql.join(conditions, sql` and `)} order by at desc, id desc limit ${most}`.execute(tx);
  return rows;
}

export type CallDetailRow = CallRow & {
  readonly version: string | null;
  readonly idempotency_key_hash: Buffer | null;
  readonly address_block: string | null;
};

/** A call by its request id; undefined if the organisation has none. */
export async function findCall(
  tx: Tx,
  organisationId: string,
  id: string,
  days: number,
): Promise<CallDetailRow | undefined> {
  const { rows } = await sql<CallDetailRow>`select ${columns}, version, idempotency_key_hash, address_block
    from api_requests where id = ${id} and organisation_id = ${organisationId} and ${isRecent(days)}`.execute(tx);
  return rows[0];
}

/** Deletes the log of a closed organisation. */
export async function deleteCallsOfOrganisation(tx: Tx, organisationId: string): Promise<void> {
  await tx.deleteFrom("api_requests").where("organisation_id", "=", organisationId).execute();
}

/** The partitions of today and the next days; drops those of more than 30 days ago. */
export async function rotatePartitions(tx: Tx): Promise<void> {
  await sql`select rotate_api_requests()`.execute(tx);
}
