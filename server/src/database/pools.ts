import pg from "pg";
import type { DatabaseMetrics } from "./metrics.ts";

/** Reads bigint columns, such as money, as bigint and never as a float. pg's own default is text. */
const bigintTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? BigInt : pg.types.getTypeParser(oid, format)),
};

/** The running program's role in the database; see migration 0001. */
export const appRole = "idanimo_app";
/** The operator console's role, which can read nothing of a subject. */
export const consoleRole = "idanimo_console";

export type PoolOptions = {
  readonly url: string;
  /** Role that every connection sets; if absent, the login of the URL. */
  readonly role?: string;
  readonly size: number;
  readonly statementTimeoutMs?: number;
  readonly name: string;
  /** Reads bigint columns as text, pg's default. For graphile-worker, which writes its jobs' ids as JSON. */
  readonly bigintAsText?: true;
  /** Called for every connection that breaks while idle, so that a database restart is logged and not a crash. */
  readonly onConnectionError: (error: Error) => void;
  readonly metrics?: DatabaseMetrics | undefined;
};

/** The server rejects writes: a standby, or a primary set to read-only. The code is PostgreSQL's own for it. */
class ReadOnlyServer extends Error {
  readonly code = "25006";
  constructor() {
    super("the server there is read-only, and only the primary will do");
  }
}

/** Whether the pool's server accepts writes now. Throws if it cannot be queried. */
export async function isWritable(connection: pg.Pool | pg.ClientBase): Promise<boolean> {
  const found = await connection.query<{ transaction_read_only: string }>("show transaction_read_only");
  return found.rows[0]?.transaction_read_only === "off";
}

/** A connection pooler, or the URL itself, dropped the start-up options: it would work as the owner. [R-26 T-43] */
class RoleNotSet extends Error {
  constructor(role: string) {
    super(`connections do not take on the role ${role}: a pool in between must pass on their start-up options`);
  }
}

/** A login that could reset the application's role and still act as the owner, or with that role's rights. */
class LoginTooPrivileged extends Error {
  constructor(role: string) {
    super(
      `the login is the owner of the database, or has the rights of ${role} without taking it on: it must be a role of its own, made with noinherit`,
    );
  }
}

async function assertWritableWithRole(client: pg.ClientBase, role: string): Promise<void> {
  const found = await client.query<{ read_only: string; role: string; is_too_strong: boolean }>(
    `select current_setting('transaction_read_only') as read_only, current_setting('role') as role,
       case when current_setting('role') in ('${appRole}', '${consoleRole}') then
         coalesce(pg_has_role(session_user, owned.relowner, 'member'), false) or pg_has_role(session_user, current_setting('role'), 'usage')
       else false end as is_too_strong
     from (values (to_regclass('public.migrations'))) as known (id) left join pg_class owned on owned.oid = known.id`,
  );
  const [is] = found.rows;
  if (is?.read_only !== "off") throw new ReadOnlyServer();
  if (is.role !== role) throw new RoleNotSet(role);
  if (is.is_too_strong) throw new LoginTooPrivileged(role);
}

/** Longer than the server's statement timeout: a server that has not answered by then is unreachable. */
const queryTimeoutMs = 10_000;

/**
 * Gives up a statement, with its connection, if the server does not answer: it is down, or a commit waits for a
 * standby. The error "Query read timeout" leaves the commit unknown. Only for `pool.query`: a connection that a
 * transaction holds would go back into the pool while the statement still runs.
 */
export const withQueryTimeout = <Statement extends pg.QueryConfig>(
  statement: Statement,
  ms = queryTimeoutMs,
): Statement & { readonly query_timeout: number } => ({ ...statement, query_timeout: ms });

/**
 * Opens a pool whose connections set their role and limits at start-up, so that no query runs without them. None
 * leads to a standby, whose data may be older than what a user was promised. A primary that becomes a standby
 * restarts, which ends its connections.
 */
export function openPool(options: PoolOptions): pg.Pool {
  const settings = [
    options.role && `-c role=${options.role}`,
    options.statementTimeoutMs && `-c statement_timeout=${options.statementTimeoutMs}`,
    // JIT compilation takes seconds on tables with many partitions, and speeds up none of our statements
    "-c lock_timeout=10000 -c idle_in_transaction_session_timeout=30000 -c timezone=UTC -c datestyle=ISO -c jit=off",
  ];
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.size,
    connectionTimeoutMillis: 10_000,
    // detects a dead connection while it is idle
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: options.name,
    options: settings.filter(Boolean).join(" "),
    // not `verify`: a caller that times out while it runs would lose the connection
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool awaits it, although its types do not say so
    onConnect: (client) => assertWritableWithRole(client, options.role ?? "none"),
    ...(!options.bigintAsText && { types: bigintTypes }),
  });
  pool.on("error", options.onConnectionError);
  pool.on("connect", (client) => client.on("error", options.onConnectionError));
  options.metrics?.observePool(options.name, pool);
  return pool;
}
