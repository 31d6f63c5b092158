import { createHmac } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type pg from "pg";
import type { Logger } from "pino";
import { Registry } from "prom-client";
import { type Config, ConfigError } from "../config/config.ts";
import { migrate } from "../database/migrate.ts";
import { areOnSameServer } from "../database/same-server.ts";
import type { SchemaFiles } from "../database/schema-files.ts";
import { LiveHub } from "../http/live-hub.ts";
import { registerTestRoutes } from "../http/mode.ts";
import { type JobRunner, startJobs } from "../jobs/runner.ts";
import { profileRoute } from "../modules/accounts/index.ts";
import {
  createTestModeIdentify,
  openSandboxInbox,
  requestLogRoutes,
  type TestModeDeps,
  testModeRoutes,
} from "../modules/developers/index.ts";
import { seedPrices } from "../modules/pricing/index.ts";
import { neverOpenRules, openProviders } from "../providers/index.ts";
import { vapidKeyFrom } from "../providers/push/vapid.ts";
import { type Composition, compose } from "./composition.ts";
import { type DatabaseAddresses, findAppUrl, openOwnerPool } from "./databases.ts";
import { testModeConfig } from "./test-mode-config.ts";
import { openTestModeSandbox } from "./test-mode-sandbox.ts";

type TestModeOptions = {
  readonly config: Config;
  readonly databases: Pick<DatabaseAddresses, "findTestMode">;
  readonly schema: SchemaFiles;
  readonly version: string;
  readonly secrets: readonly [string, ...string[]];
  readonly log: Logger;
  readonly onConnectionError: (error: Error) => void;
};

/** What is ready before the live composition is. */
export type PreparedTestMode = {
  readonly config: Config;
  readonly sandboxUrl: string;
  readonly url: string;
  readonly keysUrl: string;
  readonly owner: pg.Pool;
  readonly secrets: readonly [string, ...string[]];
  close(): Promise<void>;
};

export type TestMode = {
  /** The second composition of the modules. */
  readonly composition: Composition;
  /** Registers the routes that calls of test mode reach. */
  readonly routes: (app: FastifyInstance) => void;
  startJobs(isExpected: (error: unknown) => boolean): Promise<JobRunner>;
  close(): Promise<void>;
};

/** Secrets of their own: nothing that live encrypted or signed is valid in test mode, and the reverse. */
const testSecret = (secret: string) => createHmac("sha256", secret).update("test mode").digest("base64url");

/** Starts the sandbox, and creates and migrates the test database, beside the start of the live one. */
export async function prepareTestMode(options: TestModeOptions): Promise<PreparedTestMode> {
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (let one = closers.pop(); one; one = closers.pop()) await one();
  };
  try {
    const [sandbox, addresses] = await Promise.all([
      openTestModeSandbox(options.config).then((opened) => {
        closers.push(() => opened.close());
        return opened;
      }),
      options.databases.findTestMode(),
    ]);
    const [first, ...rest] = options.secrets;
    const secrets = [testSecret(first), ...rest.map(testSecret)] as const;
    const config = { ...testModeConfig(options.config, sandbox), masterSecrets: [...secrets] };
    const owner = openOwnerPool(addresses.url, options.onConnectionError);
    closers.push(() => owner.end());
    await migrate(owner, { version: options.version, files: options.schema });
    const url = await findAppUrl(config, owner, addresses.url);
    const sandboxUrl = `http://127.0.0.1:${sandbox.port}`;
    return { config, sandboxUrl, url, keysUrl: addresses.keysUrl, owner, secrets, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Builds the modules a second time, with the test database and the sandbox. @param live finds callers, organisations and names */
export async function openTestMode(
  prepared: PreparedTestMode,
  live: Pick<Composition, "db" | "identifyTest">,
  { log, onConnectionError }: Pick<TestModeOptions, "log" | "onConnectionError">,
): Promise<TestMode> {
  const { config, url, keysUrl, owner, secrets } = prepared;
  if (await isSameDatabase(owner, live.db.pool))
    throw new ConfigError("TEST_MODE_DATABASE_URL leads to the live database: test mode has a database of its own.");
  const registry = new Registry(); // its metrics are not exported
  const push = { ...config.push, privateKey: vapidKeyFrom(secrets.at(-1) ?? secrets[0]) };
  // one organisation's failing numbers must not close a source for another one
  const providers = openProviders({ ...config, push }, { registry, log, breakerRules: neverOpenRules });
  const hub = new LiveHub(url);
  if (config.roles.api) await hub.connect();
  const composition = await compose({
    config,
    url,
    keysUrl,
    secrets,
    providers,
    live: hub,
    registry,
    onConnectionError,
    log,
    keysDb: live.db,
  });
  await seedPrices(composition.db);
  const { db, keys, services } = composition;
  const deps: TestModeDeps = {
    live: live.db,
    db,
    keys,
    ids: services.ids,
    events: services.events,
    publicUrl: config.publicUrl,
    owner,
    inbox: openSandboxInbox(prepared.sandboxUrl),
  };
  const identify = createTestModeIdentify(deps, live.identifyTest);
  return {
    composition,
    routes: (app) =>
      registerTestRoutes(app, (scope) => {
        const mount = composition.checkRoutes(scope, identify);
        profileRoute(scope, mount);
        testModeRoutes(scope, mount, deps);
        requestLogRoutes(scope, mount, { db, keysDb: live.db, mode: "test" });
      }),
    startJobs: (isExpected) =>
      startJobs(owner, composition.jobs, composition.schedule, log, isExpected, composition.dedicatedSlots),
    close: async () => {
      await composition.close();
      await hub.close();
      providers.close();
    },
  };
}

async function isSameDatabase(one: pg.Pool, other: pg.Pool): Promise<boolean> {
  const nameOf = async (pool: pg.Pool) =>
    (await pool.query<{ name: string }>("select current_database() as name")).rows[0]?.name;
  return (await nameOf(one)) === (await nameOf(other)) && (await areOnSameServer(one, other));
}
