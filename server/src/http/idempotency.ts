import { idempotencyKeyMaxLength } from "@idanimo/contract/limits";
import type { Problem } from "@idanimo/contract/problems";
import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import type { Vault } from "../kernel/vault.ts";
import type { IdempotencyKey, StoredResponse } from "./stored-response.ts";

/**
 * After this long an unfinished request counts as dead and its key may be claimed again; every handler can be
 * repeated.
 */
const abandonedAfterSeconds = 60;

export type KeyClaim =
  | { readonly kind: "work" }
  | { readonly kind: "replay"; readonly answer: StoredResponse }
  | { readonly kind: "refused"; readonly problem: Problem };

/** Whether a header value is a valid Idempotency-Key: printable ASCII. */
export function isIdempotencyKey(key: string): boolean {
  return key.length <= idempotencyKeyMaxLength && /^[\x20-\x7E]+$/.test(key);
}

/**
 * Distinguishes bodies. Keyed, because a body may contain an identity number, which a plain hash would reveal to a
 * search of all numbers. [T-53]
 */
export const bodyHashOf = (vault: Pick<Vault, "indexHash">, body: unknown): Buffer =>
  vault.indexHash("body", JSON.stringify(body ?? null));

/** Claims a key for one user and route, or finds its first response. [T-23] */
export async function claimKey(
  db: Database,
  ownerId: string,
  route: string,
  { key, bodyHash }: IdempotencyKey,
): Promise<KeyClaim> {
  const claimed = await sql<{ claimed: boolean }>`
    insert into idempotency_keys as k (owner_id, route, key, body_hash) values (${ownerId}, ${route}, ${key}, ${bodyHash})
    on conflict (owner_id, route, key) do update set started_at = product_now()
      where k.status is null and k.body_hash = excluded.body_hash
        and k.started_at < product_now() - make_interval(secs => ${abandonedAfterSeconds})
    returning true as claimed`.execute(db.single);
  if (claimed.rows.length > 0) return { kind: "work" };
  const row = await db.single
    .selectFrom("idempotency_keys")
    .select(["body_hash", "status", "body"])
    .where("owner_id", "=", ownerId)
    .where("route", "=", route)
    .where("key", "=", key)
    .executeTakeFirst();
  if (row && !row.body_hash.equals(bodyHash))
    return { kind: "refused", problem: { code: "same_key_other_body", facts: {} } };
  if (row?.status && row.body !== null) return { kind: "replay", answer: { status: row.status, body: row.body } };
  return { kind: "refused", problem: { code: "same_key_in_flight", facts: {} } };
}

/** Releases a key whose request ended without a response to store, so that the request can be retried. */
export async function releaseKey(db: Database, ownerId: string, route: string, key: string): Promise<void> {
  await db.single
    .deleteFrom("idempotency_keys")
    .where("owner_id", "=", ownerId)
    .where("route", "=", route)
    .where("key", "=", key)
    .where("status", "is", null)
    .execute();
}

/** Stores the first response. Releases the key instead after an unexpected failure or a rate limit. */
export async function storeResponse(
  db: Database,
  ownerId: string,
  route: string,
  key: string,
  { status, body }: StoredResponse,
): Promise<void> {
  if (status >= 500 || status === 429) return releaseKey(db, ownerId, route, key);
  await db.single
    .updateTable("idempotency_keys")
    .set({ status, body })
    .where("owner_id", "=", ownerId)
    .where("route", "=", route)
    .where("key", "=", key)
    .execute();
}

/** Deletes the stored responses of a closed account. */
export async function deleteKeysOfOwner(tx: Tx, ownerId: string): Promise<void> {
  await tx.deleteFrom("idempotency_keys").where("owner_id", "=", ownerId).execute();
}
