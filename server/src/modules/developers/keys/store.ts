import type { Mode } from "@idanimo/contract/developers/mode";
import type { KeyScope } from "@idanimo/contract/developers/scopes";
import type { ApiVersion } from "@idanimo/contract/developers/versions";
import { sql } from "kysely";
import { productNow, secondsFromNow, type Tx } from "../../../database/database.ts";

/** Queries for API keys. */

const daySeconds = 86_400;

export type EndReason = "ended" | "leaked" | "in_address" | "creator_removed" | "organisation_closed";

export type KeyRow = {
  readonly id: string;
  readonly name: string;
  readonly mode: Mode;
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly networks: readonly string[];
  readonly created_by: string;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly last_used_at: Date | null;
  readonly last_used_block: string | null;
  readonly old_secret_until: Date | null;
  readonly version: string | null;
};

/** The active keys of an organisation, newest first. */
export async function findKeys(tx: Tx, organisationId: string): Promise<readonly KeyRow[]> {
  const { rows } = await sql<KeyRow>`
    select k.id, k.name, k.mode, k.prefix, k.scopes, k.networks::text[] as networks, k.created_by, k.created_at, k.expires_at,
      k.last_used_at, k.last_used_block, k.version,
      (select max(s.valid_until) from api_key_secrets s where s.key_id = k.id and s.valid_until > product_now()) as old_secret_until
    from api_keys k where k.organisation_id = ${organisationId} and k.ended_at is null and k.expires_at > product_now()
    order by k.created_at desc, k.id`.execute(tx);
  return rows;
}

/** Keys of a mode by which calls were made in the last days, also ended ones, newest first. */
export const findKeyNames = (tx: Tx, organisationId: string, mode: Mode, days: number) =>
  tx
    .selectFrom("api_keys")
    .select(["id", "name", "prefix"])
    .where("organisation_id", "=", organisationId)
    .where("mode", "=", mode)
    .where(sql<boolean>`least(ended_at, expires_at) > product_now() - make_interval(days => ${days})`)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();

/** Stores a key and the hash of its secret. @returns when it expires */
export async function insertKey(
  tx: Tx,
  key: {
    readonly id: string;
    readonly organisationId: string;
    readonly mode: Mode;
    readonly name: string;
    readonly prefix: string;
    readonly hash: Buffer;
    readonly scopes: readonly KeyScope[];
    readonly networks: readonly string[];
    readonly createdBy: string;
    readonly days: number;
    readonly version: ApiVersion | null;
  },
): Promise<Date> {
  const row = await tx
    .insertInto("api_keys")
    .values({
      id: key.id,
      organisation_id: key.organisationId,
      mode: key.mode,
      name: key.name,
      prefix: key.prefix,
      scopes: [...key.scopes],
      networks: sql`${[...key.networks]}::text[]::cidr[]`,
      created_by: key.createdBy,
      expires_at: secondsFromNow(key.days * daySeconds),
      version: key.version,
    })
    .returning("expires_at")
    .executeTakeFirstOrThrow();
  await tx.insertInto("api_key_secrets").values({ secret_hash: key.hash, key_id: key.id, valid_until: null }).execute();
  return row.expires_at;
}

/** Locks an active key of an organisation; undefined without one. */
export const lockKey = (tx: Tx, organisationId: string, id: string) =>
  tx
    .selectFrom("api_keys")
    .select(["id", "mode", "name", "scopes", "created_by"])
    .where("organisation_id", "=", organisationId)
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .where("expires_at", ">", productNow)
    .forUpdate()
    .executeTakeFirst();

/** Gives a key to another member. */
export async function setKeyCreator(tx: Tx, id: string, userId: string): Promise<void> {
  await tx.updateTable("api_keys").set({ created_by: userId }).where("id", "=", id).execute();
}

export async function setKeyVersion(tx: Tx, id: string, version: ApiVersion | null): Promise<void> {
  await tx.updateTable("api_keys").set({ version }).where("id", "=", id).execute();
}

/** Adds a secret. The one before works for so many hours more, and any older one no longer. */
export async function replaceSecret(
  tx: Tx,
  id: string,
  { hash, prefix, overlapHours }: { readonly hash: Buffer; readonly prefix: string; readonly overlapHours: number },
): Promise<Date> {
  await tx.deleteFrom("api_key_secrets").where("key_id", "=", id).where("valid_until", "is not", null).execute();
  const old = await tx
    .updateTable("api_key_secrets")
    .set({ valid_until: secondsFromNow(overlapHours * 3_600) })
    .where("key_id", "=", id)
    .returning("valid_until")
    .executeTakeFirstOrThrow();
  await tx.insertInto("api_key_secrets").values({ secret_hash: hash, key_id: id, valid_until: null }).execute();
  await tx.updateTable("api_keys").set({ prefix }).where("id", "=", id).execute();
  if (old.valid_until === null) throw new Error("a rolled secret has no end");
  return old.valid_until;
}

export type EndedKey = {
  readonly id: string;
  readonly organisation_id: string;
  readonly mode: Mode;
  readonly name: string;
  readonly prefix: string;
};
const endedColumns = ["id", "organisation_id", "mode", "name", "prefix"] as const;

const endKeys = (tx: Tx, reason: EndReason) =>
  tx
    .updateTable("api_keys")
    .set({ ended_at: productNow, end_reason: reason })
    .where("ended_at", "is", null)
    .returning(endedColumns);

/** Ends a key; undefined if there is no active one. */
export const endKey = (tx: Tx, organisationId: string, id: string): Promise<EndedKey | undefined> =>
  endKeys(tx, "ended")
    .where("organisation_id", "=", organisationId)
    .where("id", "=", id)
    .where("expires_at", ">", productNow)
    .executeTakeFirst();

/** Ends the keys of these secrets, also of old ones that no longer work. */
export const endKeysOfSecrets = (tx: Tx, hashes: readonly Buffer[], reason: EndReason): Promise<readonly EndedKey[]> =>
  endKeys(tx, reason)
    .where(
      "id",
      "in",
      tx
        .selectFrom("api_key_secrets")
        .select("key_id")
        .where("secret_hash", "in", [...hashes]),
    )
    .execute();

/** Ends what a removed member created for the organisation. */
export const endKeysOfCreator = (tx: Tx, organisationId: string, userId: string): Promise<readonly EndedKey[]> =>
  endKeys(tx, "creator_removed")
    .where("organisation_id", "=", organisationId)
    .where("created_by", "=", userId)
    .execute();

export const endKeysOfOrganisation = (tx: Tx, organisationId: string): Promise<readonly EndedKey[]> =>
  endKeys(tx, "organisation_closed").where("organisation_id", "=", organisationId).execute();

/** Records a use, to the minute. @returns whether the key was never used from this block of addresses */
export async function recordKeyUse(tx: Tx, id: string, block: string): Promise<boolean> {
  const { rows } = await sql<{ is_new: boolean }>`
    with before as materialized (select id, not ${block} = any (seen_blocks) as is_new from api_keys where id = ${id} for update)
    update api_keys k set last_used_at = date_trunc('minute', product_now()), last_used_block = ${block},
      seen_blocks = case when before.is_new then k.seen_blocks[greatest(1, cardinality(k.seen_blocks) - 48):] || ${block}::text else k.seen_blocks end
    from before where k.id = before.id returning before.is_new`.execute(tx);
  return rows[0]?.is_new === true;
}

/** @returns false if the owners got a notice of a rejected address within the hour */
export async function markRefused(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .updateTable("api_keys")
    .set({ refused_at: productNow })
    .where("id", "=", id)
    .where(sql<boolean>`coalesce(refused_at < product_now() - interval '1 hour', true)`)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Active keys that expire within so many days and have no notice yet. */
export const findEndingKeys = (tx: Tx, days: number, most: number) =>
  tx
    .selectFrom("api_keys")
    .select([...endedColumns, "expires_at"])
    .where("warned_at", "is", null)
    .where("ended_at", "is", null)
    .where("expires_at", ">", productNow)
    .where("expires_at", "<=", secondsFromNow(days * daySeconds))
    .orderBy("expires_at")
    .limit(most)
    .execute();

/** @returns false if another process has notified the owners */
export async function markKeyWarned(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .updateTable("api_keys")
    .set({ warned_at: productNow })
    .where("id", "=", id)
    .where("warned_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}
