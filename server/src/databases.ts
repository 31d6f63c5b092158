import { link, mkdir, readFile, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { type Config, ConfigError, newMasterSecret } from "./config.ts";
import { ensureDatabase, startEmbedded } from "./database/embedded/index.ts";
import type { DatabaseMeters } from "./database/meters.ts";
import { openPool } from "./database/pools.ts";

/** Addresses of the two databases, and what stops a server that was started for them. */
export type DatabaseAddresses = {
  readonly url: string;
  readonly keysUrl: string;
  /** Where the embedded server keeps its files; undefined with a server of the operator's. */
  readonly dataDir: string | undefined;
  stop(): Promise<void>;
};

/** The operator's own databases, or an embedded server with both of them. */
export async function findDatabases(config: Config, onTrouble: (sentence: string) => void): Promise<DatabaseAddresses> {
  if (config.DATABASE_URL !== undefined) {
    const keysUrl = config.KEYS_DATABASE_URL ?? withDatabase(config.DATABASE_URL, "idanimo_keys");
    if (config.KEYS_DATABASE_URL === undefined) await ensureDatabase(config.DATABASE_URL, "idanimo_keys");
    return { url: config.DATABASE_URL, keysUrl, dataDir: undefined, stop: async () => undefined };
  }
  const embedded = await startEmbedded({ dataDir: config.DATA_DIR, durable: true, onTrouble });
  for (const name of ["idanimo", "idanimo_keys"]) await ensureDatabase(embedded.url("postgres"), name);
  return {
    url: embedded.url("idanimo"),
    keysUrl: embedded.url("idanimo_keys"),
    dataDir: embedded.dataDir,
    stop: () => embedded.stop(),
  };
}

function withDatabase(url: string, name: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${name}`;
  return parsed.href;
}

/** The configured master secrets; a demonstration makes one and keeps it beside its data. */
export async function masterSecrets(config: Config): Promise<readonly [string, ...string[]]> {
  const [first, ...rest] = config.masterSecrets;
  if (first !== undefined) return [first, ...rest];
  const file = join(config.DATA_DIR, "master-secret");
  await mkdir(config.DATA_DIR, { recursive: true });
  // whole or not at all: it is written beside its place and then linked into it, which only the first one can
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, newMasterSecret(), { mode: 0o600, flush: true });
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await unlink(draft);
  const secret = (await readFile(file, "utf8")).trim();
  if (secret.length < 32)
    throw new ConfigError(`${file} holds no secret. Set MASTER_SECRET, or start with a fresh DATA_DIR.`);
  return [secret];
}

/** A pool of the owner's, for migrations and the queue. */
export function ownerPool(url: string, onBroken: (error: Error) => void, meters?: DatabaseMeters): pg.Pool {
  return openPool({ url, size: 12, name: "idanimo-owner", bigintAsText: true, onBroken, meters });
}
