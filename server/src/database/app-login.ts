import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";
import pg from "pg";
import { appRole, openPool } from "./pools.ts";

/**
 * The login of the program's own connections. It has no right but to take on the application's role: an injected statement cannot make
 * such a connection the owner's, and leaving the role leaves it without any right.
 */
export type Login = { readonly name: string; readonly password: string };

const nameMaxLength = 63;

/** The login of a database. Its password follows from the master secret, so that every process of the product knows it. */
export const deriveLogin = (database: string, secret: string): Login => ({
  name: `${database.slice(0, nameMaxLength - "_login".length)}_login`,
  password: createHmac("sha256", secret).update(`database login of ${database}`).digest("base64url"),
});

/** An address with another login in it. Not by `URL`, which reads no address of a socket. */
export function withLogin(address: string, { name, password }: Login): string {
  return address
    .replace(/^(postgres(?:ql)?:\/\/)(?:[^@/?]*@)?/, `$1${encodeURIComponent(name)}:${password}@`)
    .replace(/(?<=[?&])(user|password)=[^&]*&?/g, "")
    .replace(/[?&]$/, "");
}

/** Why no pool of the application's role opens at an address; undefined where one does. */
export async function findLoginError(url: string): Promise<Error | undefined> {
  const pool = openPool({ url, role: appRole, size: 1, name: "idanimo-login", onConnectionError: () => undefined });
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

/** Whether a login is unknown, has another password (SQLSTATE class 28) or may not take on the role: making it anew helps. */
export const isLoginMissing = (error: Error): boolean => "code" in error && /^(28|42501)/.test(String(error.code));

/** Any number that no other lock of the product has; two processes make the login one after the other. */
const lockKey = 72_010_003;

/** Makes the login, or sets its password again. Needs the right to make roles. */
export async function ensureLogin(owner: pg.Pool, { name, password }: Login): Promise<void> {
  const client = await owner.connect();
  const [role, secret] = [pg.escapeIdentifier(name), pg.escapeLiteral(scramVerifier(password))];
  try {
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock($1)", [lockKey]);
    const { rowCount } = await client.query("select from pg_roles where rolname = $1", [name]);
    await client.query(`${rowCount === 0 ? "create" : "alter"} role ${role} login noinherit password ${secret}`);
    await client.query(`grant ${appRole} to ${role}`);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
}

/** What PostgreSQL stores of a password (RFC 5803), so that the password itself is in no statement and no log of the server. */
function scramVerifier(password: string): string {
  const [salt, iterations] = [randomBytes(16), 4_096];
  const salted = pbkdf2Sync(password, salt, iterations, 32, "sha256");
  const keyed = (text: string) => createHmac("sha256", salted).update(text).digest();
  const stored = createHash("sha256").update(keyed("Client Key")).digest("base64");
  return `SCRAM-SHA-256$${iterations}:${salt.toString("base64")}$${stored}:${keyed("Server Key").toString("base64")}`;
}
