import type pg from "pg";
import type { Logger } from "pino";
import type { Registry } from "prom-client";
import { type Config, ConfigError } from "../config/config.ts";
import { Database, type Tx } from "../database/database.ts";
import { KeyStore } from "../database/key-store.ts";
import { type DatabaseMetrics, databaseMetrics } from "../database/metrics.ts";
import { appRole, openPool } from "../database/pools.ts";
import type { LiveHub } from "../http/live-hub.ts";
import { createRateLimiter } from "../http/rate-limits.ts";
import { Events } from "../kernel/events.ts";
import { randomIds } from "../kernel/ids.ts";
import { Vault } from "../kernel/vault.ts";
import { openAlarms } from "../modules/audit/index.ts";
import type { Providers } from "../providers/index.ts";
import { createProductMetrics } from "./metrics.ts";

export type CompositionOptions = {
  readonly config: Config;
  /** URL of the main database with the program's own login. */
  readonly url: string;
  readonly keysUrl: string;
  readonly secrets: readonly [string, ...string[]];
  readonly providers: Providers;
  readonly live: LiveHub;
  readonly registry: Registry;
  /** Metrics of the databases, already in the registry. */
  readonly metrics?: DatabaseMetrics;
  readonly onConnectionError: (error: Error) => void;
  readonly log?: Pick<Logger, "warn">;
  /** Where the API keys are stored; the main database unless given. */
  readonly keysDb?: Pick<Database, "single">;
  /** Connections of this process, besides those of its jobs. */
  readonly poolSize?: number;
};

/**
 * Attempts are counted over a few connections of their own: a flood on one counter would otherwise hold the
 * connections of other work.
 */
const rateLimitConnections = 4;

/** Opens what all modules share: databases, keys, limits, alarms, events and metrics. */
export async function openServices(options: CompositionOptions) {
  const { config, providers, live, registry } = options;
  const meters = options.metrics ?? databaseMetrics(registry);
  const open = (name: string, size: number): pg.Pool =>
    openPool({
      url: options.url,
      role: appRole,
      size,
      statementTimeoutMs: 5_000,
      name,
      onConnectionError: options.onConnectionError,
      metrics: meters,
    });
  const pool = open("idanimo", options.poolSize ?? 20);
  const counting = open("idanimo-limits", rateLimitConnections);
  const db: Database = new Database(pool, () => alarms.count("refusals"), meters.batch);
  const vault = new Vault(options.secrets);
  const keys = new KeyStore(
    openPool({
      url: options.keysUrl,
      size: 8,
      name: "idanimo-keys",
      onConnectionError: options.onConnectionError,
      metrics: meters,
    }),
    vault,
  );
  await keys.createTable().catch((error: Error) => {
    throw new ConfigError(`KEYS_DATABASE_URL cannot be reached: ${error.message}.`);
  });
  const ids = randomIds;
  const alarms = openAlarms({ db, ids, registry, thresholds: config.alarmThresholds });
  return {
    config,
    providers,
    live,
    registry,
    db,
    keys,
    vault,
    ids,
    alarms,
    events: new Events<Tx>(),
    limits: createRateLimiter(counting, config.addressLimitFactor, config.limitPoints),
    publicUrl: config.publicUrl,
    origins: allowedOrigins(config),
    metrics: createProductMetrics(registry, providers),
    close: async () => {
      await Promise.all([db.close(), keys.close(), counting.end()]);
    },
  };
}

export type Services = Awaited<ReturnType<typeof openServices>>;

/** Origins of this product's pages. A demonstration has both names of this machine. */
function allowedOrigins(config: Config): readonly string[] {
  return config.production
    ? [config.publicUrl]
    : [config.publicUrl, config.publicUrl.replace("//localhost", "//127.0.0.1")];
}
