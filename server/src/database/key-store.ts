import type pg from "pg";
import type { Vault } from "../kernel/vault.ts";
import { Batcher } from "./batcher.ts";
import { withQueryTimeout } from "./pools.ts";

/**
 * Record keys in a database of their own, without a long archive: once a key is destroyed, its data can no longer
 * be read in the main database and in every old backup. Write the key before the data, and purge the key first.
 */
export class KeyStore {
  readonly #pool: pg.Pool;
  readonly #vault: Vault;
  /** Batches reads of single keys. */
  readonly #asked: Batcher<string, { readonly wrapped: Buffer | undefined }>;

  constructor(pool: pg.Pool, vault: Vault) {
    this.#pool = pool;
    this.#vault = vault;
    this.#asked = new Batcher(async (ids) => {
      const wrapped = await this.#wrappedOf(ids);
      return ids.map((id) => ({ wrapped: wrapped.get(id) }));
    });
  }

  /** Creates the key database's only table. */
  async createTable(): Promise<void> {
    await this.#pool.query(
      "create table if not exists record_keys (id uuid primary key, wrapped bytea not null, created_at timestamptz not null default now())",
    );
  }

  /** Creates and stores a key for a record; durable when this returns. */
  async create(recordId: string): Promise<Buffer> {
    const made = this.#vault.newKey(recordId);
    await this.#pool.query({
      name: "key_create",
      text: "insert into record_keys (id, wrapped) values ($1, $2)",
      values: [recordId, made.wrapped],
    });
    return made.key;
  }

  /** Creates keys for many records in one statement. @returns the keys in the order of the ids */
  async createMany(recordIds: readonly string[]): Promise<readonly Buffer[]> {
    const made = recordIds.map((id) => this.#vault.newKey(id));
    await this.#pool.query({
      name: "key_create_many",
      text: "insert into record_keys (id, wrapped) select * from unnest($1::uuid[], $2::bytea[])",
      values: [recordIds, made.map(({ wrapped }) => wrapped)],
    });
    return made.map(({ key }) => key);
  }

  /** The key of a record; undefined if it was destroyed. */
  async find(recordId: string): Promise<Buffer | undefined> {
    const { wrapped } = await this.#asked.submit(recordId);
    return wrapped && this.#vault.unwrap(recordId, wrapped);
  }

  /** The keys of many records at once; destroyed ones are absent. */
  async findAll(recordIds: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
    if (recordIds.length === 0) return new Map();
    const found = await this.#wrappedOf(recordIds);
    return new Map([...found].map(([id, wrapped]) => [id, this.#vault.unwrap(id, wrapped)]));
  }

  async #wrappedOf(recordIds: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
    const found = await this.#pool.query<{ id: string; wrapped: Buffer }>(
      withQueryTimeout({
        name: "key_find_all",
        text: "select id, wrapped from record_keys where id = any ($1)",
        values: [[...recordIds]],
      }),
    );
    return new Map(found.rows.map(({ id, wrapped }) => [id, wrapped]));
  }

  /** Ids after this one in order, to page through all keys. */
  async findIdsAfter(id: string, most: number): Promise<readonly string[]> {
    const found = await this.#pool.query<{ id: string }>(
      "select id from record_keys where id > $1 order by id limit $2",
      [id, most],
    );
    return found.rows.map((row) => row.id);
  }

  /** The ids without a key, or with a destroyed one. */
  async findMissing(recordIds: readonly string[]): Promise<readonly string[]> {
    const found = await this.#pool.query<{ id: string }>(
      "select asked.id from unnest($1::uuid[]) as asked (id) where not exists (select from record_keys k where k.id = asked.id)",
      [recordIds],
    );
    return found.rows.map((row) => row.id);
  }

  /** Destroys keys permanently; ignores unknown ids, so that a purge can be repeated. */
  async destroy(recordIds: readonly string[]): Promise<void> {
    await this.#pool.query("delete from record_keys where id = any ($1)", [recordIds]);
  }

  async close(): Promise<void> {
    if (!this.#pool.ended) await this.#pool.end();
  }
}
