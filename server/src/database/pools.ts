import pg from "pg";

// money columns are bigint, never a float
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt);

const readingText: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? String : pg.types.getTypeParser(oid, format)),
};

export type PoolOptions = {
  readonly url: string;
  /** Role every connection takes on; absent: the owner of the address. */
  readonly role?: string;
  readonly size: number;
  readonly statementTimeoutMs?: number;
  readonly name: string;
  /** Reads bigint columns as text. For the queue's library, which puts its jobs' ids into JSON when a job fails. */
  readonly bigintAsText?: true;
  /** Told of every connection that breaks while idle, so that one database restart is a log line and not a crash. */
  readonly onBroken: (error: Error) => void;
};

/** A pool whose connections take on their role and limits as they start, so that no query can run before or without them. */
export function openPool(options: PoolOptions): pg.Pool {
  const settings = [
    options.role && `-c role=${options.role}`,
    options.statementTimeoutMs && `-c statement_timeout=${options.statementTimeoutMs}`,
    "-c lock_timeout=10000 -c idle_in_transaction_session_timeout=30000 -c timezone=UTC",
  ];
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.size,
    connectionTimeoutMillis: 10_000,
    application_name: options.name,
    options: settings.filter(Boolean).join(" "),
    ...(options.bigintAsText && { types: readingText }),
  });
  pool.on("error", options.onBroken);
  pool.on("connect", (client) => client.on("error", options.onBroken));
  return pool;
}
