import { Kysely, PostgresDialect, sql } from "kysely";
import type pg from "pg";
import type { DatabaseMetrics } from "./metrics.ts";
import { currentRequestId } from "../kernel/request-context.ts";
import type { Schema } from "./schema.ts";
import { detectUnknownCommit } from "./commit-unknown.ts";

/** A connection inside a transaction. Stores take one and return domain types. */
export type Tx = Kysely<Schema>;

/** Whose rows a transaction may see: one user's, or all of them when it works for the product itself. Source: T-43. */
export type Scope = { readonly owner: string } | "system";

const uuidPattern = /^[0-9a-f-]{36}$/;

/** What a scope is called in the database. */
function scopeName(scope: Scope): string {
  if (scope === "system") return "system";
  if (!uuidPattern.test(scope.owner)) throw new Error("transaction: the owner is no id");
  return scope.owner;
}

/** A statement that is prepared once for each connection, by its name. */
export type NamedStatement = { readonly name: string; readonly text: string; readonly values: readonly unknown[] };

/** Whether row-level security, a missing right or an append-only table refused a statement: SQLSTATE 42501. */
const isAccessDenied = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "code" in error && error.code === "42501";

/** The main database, as the running program's role. Every access says whose rows it may see. */
export class Database {
  readonly #kysely: Kysely<Schema>;
  readonly pool: pg.Pool;
  readonly #onRefused: () => void;
  /** Told how many went out together in one statement. */
  readonly batch: DatabaseMetrics["batch"];

  /** @param onRefused told of each statement that the database's own rules refused this role. Source: T-78 */
  constructor(
    pool: pg.Pool,
    onRefused: () => void = () => undefined,
    batch: DatabaseMetrics["batch"] = () => undefined,
  ) {
    this.pool = pool;
    this.#onRefused = onRefused;
    this.batch = batch;
    this.#kysely = new Kysely<Schema>({
      dialect: new PostgresDialect({ pool }),
      log: (event) => {
        if (event.level === "error" && isAccessDenied(event.error)) onRefused();
      },
    });
  }

  /**
   * Runs one transaction. It commits when `work` returns, also with a refusal as its value, and rolls back when it throws; where the
   * line breaks while it commits it is `Unconfirmed`.
   * The scope travels with `begin`, so that the second lock costs no round trip of its own.
   */
  async transaction<Value>(scope: Scope, work: (tx: Tx) => Promise<Value>): Promise<Value> {
    const owner = scopeName(scope);
    return this.#kysely.connection().execute(async (tx) => {
      await sql.raw(`begin; set local idanimo.owner = '${owner}'`).execute(tx);
      try {
        const value = await work(tx);
        await detectUnknownCommit(sql`commit`.execute(tx));
        return value;
      } catch (error) {
        await sql`rollback`.execute(tx).catch(() => undefined); // a broken connection has rolled back already
        throw error;
      }
    });
  }

  /**
   * One call of a function of the database that only reads and says itself whose rows it may see: one statement, with nothing before it
   * and nothing after it.
   */
  async queryNamed<Row>({ name, text, values }: NamedStatement): Promise<readonly Row[]> {
    try {
      const found = await this.pool.query<Row & pg.QueryResultRow>({ name, text, values: [...values] });
      return found.rows;
    } catch (error) {
      if (isAccessDenied(error)) this.#onRefused();
      throw error;
    }
  }

  /** One statement outside a transaction: on tables without row-level security, or of a function that says itself whose rows it may touch. */
  get single(): Tx {
    return this.#kysely;
  }

  async close(): Promise<void> {
    await this.#kysely.destroy();
    if (!this.pool.ended) await this.pool.end();
  }
}

/** The database's time, for values a statement compares or stores. */
export const productNow = sql<Date>`product_now()`;

/** The database's time plus so many seconds. */
export function secondsFromNow(seconds: number) {
  return sql<Date>`product_now() + make_interval(secs => ${seconds})`;
}

/** From now on this transaction sees the database as it is at its first question, whatever happens meanwhile. */
export async function useSnapshot(tx: Tx): Promise<void> {
  await sql`set transaction isolation level repeatable read, read only`.execute(tx);
}

/**
 * Puts work into the queue, in this transaction, with the call it is for: this one's, unless another is named. The same key replaces
 * work that has not begun.
 */
export async function enqueue(
  tx: Tx,
  task: string,
  payload: Readonly<Record<string, string>>,
  key: string,
  {
    runInSeconds = 0,
    call = currentRequestId(),
  }: { readonly runInSeconds?: number; readonly call?: string | undefined } = {},
): Promise<void> {
  const runAt = runInSeconds > 0 ? secondsFromNow(runInSeconds) : sql<Date>`null`;
  await sql`select enqueue_job(${task}, ${JSON.stringify({ ...payload, call })}::json, ${key}, ${runAt})`.execute(tx);
}

/** The same for several at once, each for its own call, in one statement. */
export async function enqueueAll(
  tx: Tx,
  task: string,
  jobs: readonly {
    readonly payload: Readonly<Record<string, string>>;
    readonly key: string;
    readonly call: string | undefined;
  }[],
): Promise<void> {
  if (jobs.length === 0) return;
  const payloads = jobs.map(({ payload, call }) => JSON.stringify({ ...payload, call }));
  await sql`select enqueue_job(${task}, payload::json, key)
    from unnest(${payloads}::text[], ${jobs.map(({ key }) => key)}::text[]) as job (payload, key)`.execute(tx);
}
