import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";
import pg from "pg";
import { appRole, consoleRole, openPool } from "./pools.ts";

/**
 * The login of the program's own connections. Its only right is to take on the application's role, so that an
 * injected statement cannot become the owner, and resetting the role leaves no right at all. [T-43]
 */
export type Login = { readonly name: string; readonly password: string };

const nameMaxLength = 63;

/** The roles that a login can take on. */
export type LoginRole = typeof appRole | typeof consoleRole;
const loginKinds = {
  [appRole]: { suffix: "_login", purpose: "database login of" },
  [consoleRole]: { suffix: "_console_login", purpose: "console's database login of" },
} as const satisfies Record<LoginRole, { readonly suffix: string; readonly purpose: string }>;

/** Derives the login of a database. Its password follows from the master secret, so every process knows it. */
export function deriveLogin(database: string, secret: string, role: LoginRole = appRole): Login {
  const { suffix, purpose } = loginKinds[role];
  return {
    name: `${database.slice(0, nameMaxLength - suffix.length)}${suffix}`,
    password: createHmac("sha256", secret).update(`${purpose} ${database}`).digest("base64url"),
  };
}

/** Replaces the login in a database URL. Does not use `URL`, which cannot parse socket addresses. */
export function withLogin(address: string, { name, password }: Login): string {
  return address
    .replace(/^(postgres(?:ql)?:\/\/)(?:[^@/?]*@)?/, `$1${encodeURIComponent(name)}:${password}@`)
    .replace(/(?<=[?&])(user|password)=[^&]*&?/g, "")
    .replace(/[?&]$/, "");
}

/** Returns why no pool of the role can connect to this URL; undefined if one can. */
export async function findLoginError(url: string, role: LoginRole = appRole): Promise<Error | undefined> {
  const pool = openPool({ url, role, size: 1, name: "idanimo-login", onConnectionError: () => undefined });
  try {
    await pool.query("select 1");
    return undefined;
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  } finally {
    await pool.end();
  }
}

/**
 * Whether creating the login again helps: it is unknown, its password is wrong (SQLSTATE class 28) or it lacks the
 * role.
 */
export const isLoginMissing = (error: Error): boolean => "code" in error && /^(28|42501)/.test(String(error.code));

/** An advisory lock number that nothing else in the product uses; processes create the login one at a time. */
const lockKey = 72_010_003;

/** Creates the login, or sets its password again. The owner needs the right to create roles. */
export async function ensureLogin(
  owner: pg.Pool,
  { name, password }: Login,
  takes: LoginRole = appRole,
): Promise<void> {
  const client = await owner.connect();
  const [role, secret] = [pg.escapeIdentifier(name), pg.escapeLiteral(scramVerifier(password))];
  try {
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock($1)", [lockKey]);
    const { rowCount } = await client.query("select from pg_roles where rolname = $1", [name]);
    await client.query(`${rowCount === 0 ? "create" : "alter"} role ${role} login noinherit password ${secret}`);
    await client.query(`grant ${takes} to ${role}`);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
}

/**
 * The SCRAM verifier that PostgreSQL stores (RFC 5803), so that no statement and no server log contains the
 * password.
 */
function scramVerifier(password: string): string {
  const [salt, iterations] = [randomBytes(16), 4_096];
  const salted = pbkdf2Sync(password, salt, iterations, 32, "sha256");
  const keyed = (text: string) => createHmac("sha256", salted).update(text).digest();
  const stored = createHash("sha256").update(keyed("Client Key")).digest("base64");
  return `SCRAM-SHA-256$${iterations}:${salt.toString("base64")}$${stored}:${keyed("Server Key").toString("base64")}`;
}
