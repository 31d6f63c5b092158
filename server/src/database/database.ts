import { Kysely, PostgresDialect, sql } from "kysely";
import type pg from "pg";
import type { DatabaseMetrics } from "./metrics.ts";
import { currentRequestId } from "../kernel/request-context.ts";
import type { Schema } from "./schema.ts";
import { detectUnknownCommit } from "./commit-unknown.ts";

/** A connection inside a transaction. Stores take one and return domain types. */
export type Tx = Kysely<Schema>;

/**
 * Whose rows a transaction may see: one owner's, or all if the product itself works. With a member only what their
 * rights include. [T-43 TM-03]
 */
export type Scope =
  | {
      readonly owner: string;
      readonly member?: {
        readonly userId: string;
        readonly rights: ReadonlySet<string>;
        /** The API key with which the member's program calls. */
        readonly keyId?: string | undefined;
      };
    }
  | "system";

const uuidPattern = /^[0-9a-f-]{36}$/;
/** The rights that row-level security knows. */
const rightsOfRows = ["requests:read_all", "records:read_all"];

/** The statements that set the scope for row-level security until the transaction ends. */
function scopeSettings(scope: Scope): string {
  if (scope === "system") return "set local idanimo.owner = 'system'";
  const { owner, member } = scope;
  if (!uuidPattern.test(owner)) throw new Error("transaction: the owner is not an id");
  if (member === undefined) return `set local idanimo.owner = '${owner}'`;
  if (!uuidPattern.test(member.userId)) throw new Error("transaction: the member is not an id");
  const rights = rightsOfRows.filter((right) => member.rights.has(right)).join(" ");
  if (member.keyId !== undefined && !uuidPattern.test(member.keyId))
    throw new Error("transaction: the key is not an id");
  const key = member.keyId === undefined ? "" : `; set local idanimo.key = '${member.keyId}'`;
  return `set local idanimo.owner = '${owner}'; set local idanimo.member = '${member.userId}'; set local idanimo.rights = '${rights}'${key}`;
}

/** A statement that is prepared once per connection, under its name. */
export type NamedStatement = { readonly name: string; readonly text: string; readonly values: readonly unknown[] };

/** Whether row-level security, a missing right or an append-only table rejected a statement: SQLSTATE 42501. */
const isAccessDenied = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "code" in error && error.code === "42501";

/** The main database with the running program's role. Every access states whose rows it may see. */
export class Database {
  readonly #kysely: Kysely<Schema>;
  readonly pool: pg.Pool;
  readonly #onRefused: () => void;
  /** Records how many requests a batch has. */
  readonly batch: DatabaseMetrics["batch"];

  /** @param onRefused called for each statement that the database's own rules rejected [T-78] */
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
   * Runs one transaction. It commits when `work` returns, also a failure as a value, and rolls back when it throws.
   * The scope for row-level security is sent with `begin`, in the same round trip.
   * @throws CommitUnknownError if the connection breaks during commit
   */
  async transaction<Value>(scope: Scope, work: (tx: Tx) => Promise<Value>): Promise<Value> {
    const settings = scopeSettings(scope);
    return this.#kysely.connection().execute(async (tx) => {
      await sql.raw(`begin; ${settings}`).execute(tx);
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
   * Calls a function of the database that only reads and sets its own scope, as one statement without a
   * transaction.
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

  /**
   * Runs one statement without a transaction: on tables without row-level security, or of a function that sets its
   * own scope.
   */
  get single(): Tx {
    return this.#kysely;
  }

  async close(): Promise<void> {
    await this.#kysely.destroy();
    if (!this.pool.ended) await this.pool.end();
  }
}

/** The database's time, for values that a statement compares or stores. */
export const productNow = sql<Date>`product_now()`;

/** The product's time in the database. */
export async function findNow(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select product_now() as now`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error("findNow: the database returned no row");
  return row.now;
}

/** The database's time plus this many seconds. */
export function secondsFromNow(seconds: number) {
  return sql<Date>`product_now() + make_interval(secs => ${seconds})`;
}

/** Makes this transaction read-only, with the snapshot of its first query. */
export async function useSnapshot(tx: Tx): Promise<void> {
  await sql`set transaction isolation level repeatable read, read only`.execute(tx);
}

/**
 * Queues a job in this transaction, with the request id of this call unless another is given. The same key replaces
 * a job that has not started.
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

/** Queues several jobs in one statement, each with its own request id. */
export async function enqueueAll(
  tx: Tx,
  task: string,
  jobs: readonly {
    readonly payload: Readonly<Record<string, string>>;
    readonly key: string;
    readonly call: string | undefined;
    /** At once if absent or 0. */
    readonly runInSeconds?: number | undefined;
  }[],
): Promise<void> {
  if (jobs.length === 0) return;
  const payloads = jobs.map(({ payload, call }) => JSON.stringify({ ...payload, call }));
  const delays = jobs.map(({ runInSeconds = 0 }) => runInSeconds);
  await sql`select enqueue_job(${task}, payload::json, key, case when delay > 0 then product_now() + make_interval(secs => delay) end)
    from unnest(${payloads}::text[], ${jobs.map(({ key }) => key)}::text[], ${delays}::float8[]) as job (payload, key, delay)`.execute(
    tx,
  );
}
