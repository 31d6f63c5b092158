import pg from "pg";
import type { DatabaseMetrics } from "./metrics.ts";

/** Reads bigint columns, such as money, as bigint and never as a float. pg's own default is text. */
const bigintTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? BigInt : pg.types.getTypeParser(oid, format)),
};

/** The running program's role in the database; see migration 0001. */
export const appRole = "idanimo_app";

export type PoolOptions = {
  readonly url: string;
  /** Role every connection takes on; absent: the login of the address. */
  readonly role?: string;
  readonly size: number;
  readonly statementTimeoutMs?: number;
  readonly name: string;
  /** Reads bigint columns as text, pg's default. For graphile-worker, which writes its jobs' ids as JSON. */
  readonly bigintAsText?: true;
  /** Told of every connection that breaks while idle, so that one database restart is a log line and not a crash. */
  readonly onConnectionError: (error: Error) => void;
  readonly metrics?: DatabaseMetrics | undefined;
};

/** A server that takes no writes: a standby, or a primary that was told so. Its code is PostgreSQL's own for it. */
class ReadOnlyServer extends Error {
  readonly code = "25006";
  constructor() {
    super("the server there is read-only, and only the primary will do");
  }
}

/** Whether what a pool leads to takes writes now. Throws when it cannot be asked. */
export async function isWritable(connection: pg.Pool | pg.ClientBase): Promise<boolean> {
  const found = await connection.query<{ transaction_read_only: string }>("show transaction_read_only");
  return found.rows[0]?.transaction_read_only === "off";
}

/** Something in between, or the address itself, dropped what a connection starts with: it would work as the owner (R-26, T-43). */
class RoleNotSet extends Error {
  constructor(role: string) {
    super(`connections do not take on the role ${role}: a pool in between must pass on their start-up options`);
  }
}

/** A login that could leave the application's role and still do something: as the owner, or with that role's rights. */
class LoginTooPrivileged extends Error {
  constructor() {
    super(
      `the login is the owner of the database, or has the rights of ${appRole} without taking it on: it must be a role of its own, made with noinherit`,
    );
  }
}

async function assertWritableWithRole(client: pg.ClientBase, role: string): Promise<void> {
  const found = await client.query<{ read_only: string; role: string; is_too_strong: boolean }>(
    `select current_setting('transaction_read_only') as read_only, current_setting('role') as role,
       case when current_setting('role') = '${appRole}' then
         coalesce(pg_has_role(session_user, owned.relowner, 'member'), false) or pg_has_role(session_user, '${appRole}', 'usage')
       else false end as is_too_strong
     from (values (to_regclass('public.migrations'))) as known (id) left join pg_class owned on owned.oid = known.id`,
  );
  const [is] = found.rows;
  if (is?.read_only !== "off") throw new ReadOnlyServer();
  if (is.role !== role) throw new RoleNotSet(role);
  if (is.is_too_strong) throw new LoginTooPrivileged();
}

/** Longer than the server lets a statement of the running program take: whoever says nothing for so long is gone. */
const queryTimeoutMs = 10_000;

/**
 * A statement that is given up, with its connection, where the server says nothing: its machine is gone, or a commit waits for a standby.
 * It ends with "Query read timeout", which leaves open what was written. For what many calls wait for together, sent by `pool.query`
 * alone: a connection that somebody holds, as a transaction does, would go back into the pool with the statement still in it.
 */
export const withQueryTimeout = <Statement extends pg.QueryConfig>(
  statement: Statement,
  ms = queryTimeoutMs,
): Statement & { readonly query_timeout: number } => ({ ...statement, query_timeout: ms });

/**
 * A pool whose connections take on their role and limits as they start, so that no query can run before or without them. None
 * leads to a standby: what is read there may be older than what somebody was promised. A primary that becomes one starts
 * again, which ends its connections. Source: R-25.
 */
export function openPool(options: PoolOptions): pg.Pool {
  const settings = [
    options.role && `-c role=${options.role}`,
    options.statementTimeoutMs && `-c statement_timeout=${options.statementTimeoutMs}`,
    // compiling a plan costs seconds where a table has many parts, and gains no statement of ours anything
    "-c lock_timeout=10000 -c idle_in_transaction_session_timeout=30000 -c timezone=UTC -c datestyle=ISO -c jit=off",
  ];
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.size,
    connectionTimeoutMillis: 10_000,
    // a line that says nothing any more is found out while nothing is asked over it
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: options.name,
    options: settings.filter(Boolean).join(" "),
    // not `verify`: whoever stops waiting while that runs loses the connection for good
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, whatever its types say
    onConnect: (client) => assertWritableWithRole(client, options.role ?? "none"),
    ...(!options.bigintAsText && { types: bigintTypes }),
  });
  pool.on("error", options.onConnectionError);
  pool.on("connect", (client) => client.on("error", options.onConnectionError));
  options.metrics?.observePool(options.name, pool);
  return pool;
}
