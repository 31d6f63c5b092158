import type { SearchType } from "@idanimo/contract/catalogue";
import type { RetentionClass } from "@idanimo/contract/expiry";
import { sql } from "kysely";
import { fromNow, productNow, type Tx } from "../../database/database.ts";

/** Queries and rows of verification requests and their look-ups, nothing decided. */

export async function insertRequest(
  tx: Tx,
  made: {
    readonly id: string;
    readonly ownerId: string;
    readonly searchType: SearchType;
    readonly retention: RetentionClass;
    readonly options: readonly string[];
    readonly searchSealed: Buffer;
    readonly valueMasked: string;
    readonly valueHash: Buffer;
    /** Seconds until its personal values must be gone whatever happens; null for a public register. */
    readonly purgeInSeconds: number | null;
  },
): Promise<void> {
  await tx
    .insertInto("verification_requests")
    .values({
      id: made.id,
      owner_id: made.ownerId,
      search_type: made.searchType,
      retention_class: made.retention,
      options: [...made.options],
      search_sealed: made.searchSealed,
      value_masked: made.valueMasked,
      value_hash: made.valueHash,
      purge_due_at: made.purgeInSeconds === null ? null : fromNow(made.purgeInSeconds),
      purged_at: null,
    })
    .execute();
}

/** The same for many requests of one kind. */
export async function insertRequests(
  tx: Tx,
  all: {
    readonly ownerId: string;
    readonly searchType: SearchType;
    readonly retention: RetentionClass;
    readonly purgeInSeconds: number;
  },
  made: readonly {
    readonly id: string;
    readonly searchSealed: Buffer;
    readonly valueMasked: string;
    readonly valueHash: Buffer;
  }[],
): Promise<void> {
  const [ids, sealed] = [made.map(({ id }) => id), made.map(({ searchSealed }) => searchSealed)];
  const [masked, hashes] = [made.map(({ valueMasked }) => valueMasked), made.map(({ valueHash }) => valueHash)];
  await sql`insert into verification_requests
      (id, owner_id, search_type, retention_class, search_sealed, value_masked, value_hash, purge_due_at)
    select id, ${all.ownerId}, ${all.searchType}, ${all.retention}, sealed, masked, hash, ${fromNow(all.purgeInSeconds)}
    from unnest(${ids}::uuid[], ${sealed}::bytea[], ${masked}::text[], ${hashes}::bytea[]) as made (id, sealed, masked, hash)`.execute(
    tx,
  );
}

const keptOrOpen = sql<boolean>`(i.outcome is null or i.outcome in ('DELIVERED', 'DENIED', 'UNANSWERED'))`;

const askedToday = (tx: Tx, ownerId: string, valueHash: Buffer) =>
  tx
    .selectFrom("verification_requests as r")
    .innerJoin("purchase_items as i", "i.id", "r.id")
    .innerJoin("consents as c", "c.request_id", "r.id")
    .select("r.id")
    .where("r.value_hash", "=", valueHash)
    .where("r.owner_id", "=", ownerId)
    // one that is still open counts however old it is: jobs may have stood still for a day
    .where((where) => where.or([where("r.created_at", ">", fromNow(-86_400)), where("i.outcome", "is", null)]))
    .where(keptOrOpen)
    .limit(1);

/** Whether this owner paid to ask for this value within a day and was not refunded: once a day is enough. Source: T-45, design 3. */
export async function wasAskedToday(tx: Tx, ownerId: string, valueHash: Buffer): Promise<boolean> {
  const found = await askedToday(tx, ownerId, valueHash).where("i.state", "<>", "priced").executeTakeFirst();
  return found !== undefined;
}

/**
 * The same for a look-up that is about to begin: whether another one has begun. Of several paid at once the first one to come
 * here goes on; the others wait for each other on a lock of owner and value.
 */
export async function isAskedTwice(tx: Tx, ownerId: string, valueHash: Buffer, requestId: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${ownerId + valueHash.toString("hex")}, 0))`.execute(tx);
  const found = await askedToday(tx, ownerId, valueHash)
    .where("r.id", "<>", requestId)
    .where((where) =>
      where.or([
        where("i.state", "in", ["awaiting_consent", "closed"]),
        where.exists(
          where
            .selectFrom("lookup_attempts as a")
            .select("a.id")
            .whereRef("a.request_id", "=", "r.id")
            .where("a.result", "<>", "not_taken"),
        ),
      ]),
    )
    .executeTakeFirst();
  return found !== undefined;
}

export type LookUpRequest = {
  readonly id: string;
  readonly ownerId: string;
  readonly searchType: SearchType;
  readonly retention: RetentionClass;
  readonly options: readonly string[];
  readonly searchSealed: Buffer | null;
  readonly valueHash: Buffer | null;
  readonly createdAt: Date;
  /** The database's time when this was read. */
  readonly now: Date;
};

export async function findRequest(tx: Tx, id: string): Promise<LookUpRequest | undefined> {
  const row = await tx
    .selectFrom("verification_requests")
    .select([
      "id",
      "owner_id",
      "search_type",
      "retention_class",
      "options",
      "search_sealed",
      "value_hash",
      "created_at",
    ])
    .select(productNow.as("now"))
    .where("id", "=", id)
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      ownerId: row.owner_id,
      searchType: row.search_type,
      retention: row.retention_class,
      options: row.options,
      searchSealed: row.search_sealed,
      valueHash: row.value_hash,
      createdAt: row.created_at,
      now: row.now,
    }
  );
}

/** Sets when a request's personal values must be gone. */
export async function setPurgeDue(tx: Tx, requestId: string, at: Date | "now"): Promise<void> {
  await tx
    .updateTable("verification_requests")
    .set({ purge_due_at: at === "now" ? productNow : at })
    .where("id", "=", requestId)
    .execute();
}

/** Replaces the sealed values of a request. */
export async function setSearch(tx: Tx, requestId: string, searchSealed: Buffer): Promise<void> {
  await tx
    .updateTable("verification_requests")
    .set({ search_sealed: searchSealed })
    .where("id", "=", requestId)
    .where("purged_at", "is", null)
    .execute();
}
