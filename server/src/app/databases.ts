import { link, mkdir, readFile, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { type Config, ConfigError, newMasterSecret } from "../config/config.ts";
import {
  deriveLogin,
  ensureLogin,
  findLoginError,
  isLoginMissing,
  type LoginRole,
  withLogin,
} from "../database/app-login.ts";
import { ensureDatabase, startEmbedded } from "../database/embedded/index.ts";
import type { DatabaseMetrics } from "../database/metrics.ts";
import { appRole, consoleRole, openPool } from "../database/pools.ts";
import { areOnSameServer } from "../database/same-server.ts";

const keysName = "idanimo_keys";

/** URLs of the two databases with their owners' logins, and how to stop a server that was started for them. */
export type DatabaseAddresses = {
  readonly url: string;
  /** Resolves when the key database is ready; the main one does not wait for it. */
  readonly keysUrl: Promise<string>;
  /** Creates the two databases of test mode, unless they exist, and returns their URLs. */
  findTestMode(): Promise<{ readonly url: string; readonly keysUrl: string }>;
  /** Data folder of the embedded server; undefined with the operator's own server. */
  readonly dataDir: string | undefined;
  stop(): Promise<void>;
};

/**
 * Returns the operator's own databases, or starts an embedded server with both of them.
 * @param onWait called when only other programs are waited for
 */
export async function findDatabases(
  config: Config,
  onTrouble: (sentence: string) => void,
  onWait: () => void = () => {},
): Promise<DatabaseAddresses> {
  if (config.DATABASE_URL !== undefined) {
    onWait();
    const url = config.DATABASE_URL;
    const keysUrl =
      config.KEYS_DATABASE_URL === undefined
        ? ensureDatabaseUrl(url, keysName, withDatabase(url, keysName), throwCannotCreate)
        : Promise.resolve(config.KEYS_DATABASE_URL);
    return {
      url,
      keysUrl,
      findTestMode: () =>
        findTestModeDatabases(config.TEST_MODE_DATABASE_URL, {
          url,
          name: databaseName(url),
          urlOf: (name) => withDatabase(url, name),
        }),
      dataDir: undefined,
      stop: async () => undefined,
    };
  }
  const embedded = await startEmbedded({ dataDir: config.DATA_DIR, durable: true, onTrouble, onWait });
  const ensure = (name: string) => ensureDatabaseUrl(embedded.url("postgres"), name, embedded.url(name));
  const keysUrl = ensure(keysName);
  return {
    url: await ensure("idanimo"),
    keysUrl,
    findTestMode: () =>
      findTestModeDatabases(config.TEST_MODE_DATABASE_URL, {
        url: embedded.url("idanimo"),
        name: "idanimo",
        urlOf: (name) => embedded.url(name),
      }),
    dataDir: embedded.dataDir,
    stop: () => embedded.stop(),
  };
}

/**
 * The databases of test mode and of its keys: the operator's own, or made beside the live one. Both may be on its
 * server, because test mode has no personal data.
 */
async function findTestModeDatabases(
  given: string | undefined,
  live: { readonly url: string; readonly name: string; readonly urlOf: (name: string) => string },
): Promise<{ readonly url: string; readonly keysUrl: string }> {
  const name = given === undefined ? `${live.name}_test_mode` : databaseName(given);
  const nameOfKeys = `${name}_keys`;
  const rejected = ({ message }: Error): never => {
    throw new ConfigError(
      `The databases of test mode cannot be made: ${message}. Make ${name} and ${nameOfKeys}, or set TEST_MODE=off.`,
    );
  };
  const url = given ?? (await ensureDatabaseUrl(live.url, name, live.urlOf(name), rejected));
  const keysUrl = given === undefined ? live.urlOf(nameOfKeys) : withDatabase(given, nameOfKeys);
  return { url, keysUrl: await ensureDatabaseUrl(url, nameOfKeys, keysUrl, rejected) };
}

const databaseName = (url: string) => decodeURIComponent(new URL(url).pathname.slice(1));

function throwCannotCreate({ message }: Error): never {
  throw new ConfigError(
    `The database ${keysName} cannot be made beside that of DATABASE_URL: ${message}. Make one and set KEYS_DATABASE_URL to it.`,
  );
}

/**
 * Returns the URL of a database once it exists.
 * @param beside URL of any other database of its server
 */
function ensureDatabaseUrl(
  beside: string,
  name: string,
  url: string,
  rejected?: (error: Error) => never,
): Promise<string> {
  const there = ensureDatabase(beside, name)
    .catch(rejected)
    .then(() => url);
  there.catch(() => undefined); // the caller handles it
  return there;
}

function withDatabase(url: string, name: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${name}`;
  return parsed.href;
}

/** The configured master secrets; a demonstration generates one and stores it beside its data. */
export async function readMasterSecrets(config: Config): Promise<readonly [string, ...string[]]> {
  const [first, ...rest] = config.masterSecrets;
  if (first !== undefined) return [first, ...rest];
  const file = join(config.DATA_DIR, "master-secret");
  await mkdir(config.DATA_DIR, { recursive: true });
  // atomic: the secret is written to a draft, and `link` succeeds only for the first process
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, newMasterSecret(), { mode: 0o600, flush: true });
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await unlink(draft);
  const secret = (await readFile(file, "utf8")).trim();
  if (secret.length < 32)
    throw new ConfigError(`${file} contains no valid secret. Set MASTER_SECRET, or start with a fresh DATA_DIR.`);
  return [secret];
}

/** The owner's pool, for migrations and the queue. */
export function openOwnerPool(url: string, onBroken: (error: Error) => void, meters?: DatabaseMetrics): pg.Pool {
  return openPool({
    url,
    size: 12,
    name: "idanimo-owner",
    bigintAsText: true,
    onConnectionError: onBroken,
    metrics: meters,
  });
}

/**
 * URL of the main database with the login of a role: the operator's, or one that the owner creates after the
 * migrations.
 * @param url the owner's
 */
async function findRoleUrl(config: Config, owner: pg.Pool, url: string, role: LoginRole): Promise<string> {
  const setting = loginSettings[role];
  const given = config[setting];
  if (given !== undefined) {
    const fault = await findGivenUrlFault(given, owner, role);
    if (fault !== undefined) throw new ConfigError(`${setting} cannot be used: ${fault}.`);
    return given;
  }
  const secrets = await readMasterSecrets(config);
  const found = await owner.query<{ name: string }>("select current_database() as name");
  // the oldest secret does not change during a rotation, and neither does the password
  const login = deriveLogin(found.rows[0]?.name ?? "", secrets.at(-1) ?? secrets[0], role);
  const own = withLogin(url, login);
  const fault = await findLoginError(own, role);
  if (fault === undefined) return own;
  if (!isLoginMissing(fault)) throw cannotLogIn(login.name, fault, setting);
  await ensureLogin(owner, login, role).catch((error: Error) => {
    throw cannotLogIn(login.name, error, setting);
  });
  const left = await findLoginError(own, role);
  if (left !== undefined) throw cannotLogIn(login.name, left, setting);
  return own;
}

/** URL for the program's own connections. */
export const findAppUrl = (config: Config, owner: pg.Pool, url: string): Promise<string> =>
  findRoleUrl(config, owner, url, appRole);
/** URL for the operator console's connections. */
export const findConsoleUrl = (config: Config, owner: pg.Pool, url: string): Promise<string> =>
  findRoleUrl(config, owner, url, consoleRole);

/** The setting with an operator's own login for each role. */
const loginSettings = {
  [appRole]: "APP_DATABASE_URL",
  [consoleRole]: "OPERATOR_DATABASE_URL",
} as const satisfies Record<LoginRole, string>;

const cannotLogIn = (name: string, { message }: Error, setting: string) =>
  new ConfigError(
    `The program's login ${name} cannot be made, or cannot sign in: ${message}. Make a login as docs/running.md shows, and set ${setting}.`,
  );

/** Why the operator's own login cannot be used. */
async function findGivenUrlFault(url: string, owner: pg.Pool, role: LoginRole): Promise<string | undefined> {
  const fault = await findLoginError(url, role);
  if (fault !== undefined) return fault.message;
  const pool = openPool({ url, size: 1, name: "idanimo-login", onConnectionError: () => undefined });
  try {
    const nameOf = async (of: pg.Pool) =>
      (await of.query<{ name: string }>("select current_database() as name")).rows[0]?.name;
    const isSame = (await nameOf(pool)) === (await nameOf(owner)) && (await areOnSameServer(pool, owner));
    return isSame ? undefined : "it leads to another database than DATABASE_URL";
  } finally {
    await pool.end();
  }
}

/** Rejects a key database on the main one's server, so that no backup contains both. */
export async function assertSeparateServers(owner: pg.Pool, keysUrl: string): Promise<void> {
  const keys = openPool({ url: keysUrl, size: 1, name: "idanimo-keys", onConnectionError: () => undefined });
  try {
    const isOne = await areOnSameServer(owner, keys).catch((error: Error) => {
      throw new ConfigError(`KEYS_DATABASE_URL cannot be reached: ${error.message}.`);
    });
    if (isOne)
      throw new ConfigError(
        "KEYS_DATABASE_URL must be on another server than DATABASE_URL, so that no backup contains both. A copy of the same server counts as the same.",
      );
  } finally {
    await keys.end();
  }
}
