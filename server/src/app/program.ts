import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { brand } from "@idanimo/contract/brand";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { compose } from "./composition.ts";
import { type RunningConsole, startConsole } from "./console.ts";
import { type Config, ConfigError } from "../config/config.ts";
import { archiveMetrics } from "../database/archive-metrics.ts";
import { databaseMetrics } from "../database/metrics.ts";
import { isUpToDate, migrate, migrationNames } from "../database/migrate.ts";
import { readSchemaFiles } from "../database/schema-files.ts";
import {
  type DatabaseAddresses,
  findAppUrl,
  findConsoleUrl,
  readMasterSecrets,
  openOwnerPool,
  assertSeparateServers,
} from "./databases.ts";
import { buildApp } from "../http/app.ts";
import { LiveHub } from "../http/live-hub.ts";
import { metricsServer } from "../http/metrics-server.ts";
import { queueMetrics } from "../jobs/queue-metrics.ts";
import { type JobRunner, startJobs } from "../jobs/runner.ts";
import { armFailpoint } from "../kernel/failpoints.ts";
import { openLogStream } from "../kernel/log-stream.ts";
import { addExampleAccounts, hasExampleAccounts } from "../modules/accounts/index.ts";
import { SendRetryLater } from "../modules/notifications/index.ts";
import { seedPrices } from "../modules/pricing/index.ts";
import { RetryLater } from "../modules/verification/index.ts";
import { openProviders } from "../providers/index.ts";
import { signInCspSources } from "../config/sign-in-settings.ts";
import { sharedRoutes } from "./shared-routes.ts";
import { recordByMode } from "../modules/developers/index.ts";
import { openTestMode, prepareTestMode } from "./test-mode.ts";
import { vapidKeyFrom } from "../providers/push/vapid.ts";

const packageInfo: { readonly version: string } = createRequire(import.meta.url)("../../package.json");

/** What the program prints when it is ready. */
export type ReadyReport = {
  readonly ready: true;
  readonly url: string;
  readonly accounts: readonly { readonly email: string; readonly password: string; readonly note: string }[];
  /** The operator console, if it is served. */
  readonly console?: { readonly url: string; readonly operators: RunningConsole["operators"] };
  readonly dataDir: string | undefined;
};

type ProgramOptions = {
  readonly config: Config;
  readonly databases: Promise<DatabaseAddresses>;
  /** Registers a function that closes what was opened; called in reverse order. */
  readonly addCloser: (close: () => Promise<void> | void) => void;
  readonly isStopping: () => boolean;
};

/** Opens the database, builds providers and modules, and starts the roles. */
export async function startProgram({
  config,
  databases: starting,
  addCloser: opened,
  isStopping,
}: ProgramOptions): Promise<ReadyReport> {
  if (config.CRASH_AT !== undefined) armFailpoint(config.CRASH_AT);
  const logStream = openLogStream();
  const log = pino({ level: config.LOG_LEVEL, redact: ["req.headers", "req.remoteAddress"] }, logStream);
  for (const warning of config.warnings) log.warn(warning);
  const onBroken = (error: Error) => {
    if (!isStopping()) log.warn({ reason: error.message }, "a database connection broke");
  };

  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  await addBuildInfo(registry);
  const meters = databaseMetrics(registry);

  const databases = await starting;
  const owner = openOwnerPool(databases.url, onBroken, meters);
  await owner.query("select 1").catch((error: Error) => {
    throw new ConfigError(`DATABASE_URL cannot be reached: ${error.message}.`);
  });
  opened(() => owner.end());
  if (config.production) await assertSeparateServers(owner, await databases.keysUrl);
  // the operator's server may reject the key database: fail before writing to the main one
  if (databases.dataDir === undefined) await databases.keysUrl;
  const schema = await readSchemaFiles();
  const landed = await migrate(owner, { version: packageInfo.version, files: schema });
  if (landed.length > 0) log.debug({ landed: landed.length }, "the database is up to date");

  const secrets = await readMasterSecrets(config);
  const testModeOptions = {
    config,
    databases,
    schema,
    version: packageInfo.version,
    secrets,
    log,
    onConnectionError: onBroken,
  };
  const preparing = config.hasTestMode ? prepareTestMode(testModeOptions) : undefined;
  opened(async () => (await preparing?.catch(() => undefined))?.close()); // a failed start is reported below
  // a demonstration derives the key for pushes too
  const madeUp = config.production ? undefined : vapidKeyFrom(secrets.at(-1) ?? secrets[0]);
  const push = { ...config.push, privateKey: config.push.privateKey ?? madeUp };
  const providers = openProviders({ ...config, push }, { registry, log });
  opened(() => providers.close());
  const url = await findAppUrl(config, owner, databases.url);
  const live = new LiveHub(url);
  if (config.roles.api) await live.connect(); // a process with jobs only has no pages to notify
  opened(() => live.close());
  const product = await compose({
    config,
    url,
    keysUrl: await databases.keysUrl,
    secrets,
    providers,
    live,
    registry,
    metrics: meters,
    onConnectionError: onBroken,
    log,
  });
  opened(() => product.close());
  await seedPrices(product.db);
  const prepared = await preparing;
  const testMode = prepared && (await openTestMode(prepared, product, testModeOptions));
  opened(async () => testMode?.close());
  if (config.production && (await hasExampleAccounts(product.accounts)))
    throw new ConfigError(
      "DATABASE_URL is a demonstration's database: its example accounts have a public password. Use a fresh one.",
    );
  const examples = config.production ? [] : await addExampleAccounts(product.accounts, owner);

  const watching = product.watch.start(log);
  opened(() => watching.stop());
  let jobs: Promise<JobRunner> | undefined;
  let testJobs: Promise<JobRunner> | undefined;
  let runner: JobRunner | undefined;
  const isReady = async () =>
    !isStopping() &&
    (!config.roles.jobs || runner?.isWorking() === true) &&
    (await isUpToDate(owner, migrationNames(schema)));
  // a failed start is reported below
  opened(async () => (await jobs?.catch(() => undefined))?.stop());
  opened(async () => (await testJobs?.catch(() => undefined))?.stop());
  if (config.METRICS_PORT > 0) {
    queueMetrics(registry, owner, Object.keys(product.jobs));
    archiveMetrics(registry, (text) => owner.query(text));
    opened(await metricsServer({ registry, port: config.METRICS_PORT, isReady }));
  }
  let serving: Pick<ReadyReport, "url" | "accounts"> = { url: config.publicUrl, accounts: [] };
  if (config.roles.api) {
    const app: FastifyInstance = await buildApp({
      logger: { level: config.LOG_LEVEL === "info" ? "warn" : config.LOG_LEVEL, stream: logStream },
      trustedProxies: config.trustedProxies,
      production: config.production,
      paymentOrigin: config.flutterwave.pageOrigin,
      captureOrigin: providers.liveFace?.pageOrigin,
      signIn: signInCspSources(config),
      brandName: brand.name,
      web: {
        folder: config.WEB_DIR,
        publicUrl: config.publicUrl,
        keepsOfflinePage: config.OFFLINE_PAGE === "on",
        amounts: product.amounts,
      },
      sharedRoutes,
      routes: (app) => {
        product.routes(app, { hasTestMode: testMode !== undefined });
        testMode?.routes(app);
      },
      isReady,
      registry,
      recordKeyCall: recordByMode(product.requestLog, testMode?.composition.requestLog),
    });
    opened(() => app.close());
    await app.listen({ port: config.PORT, host: config.host });
    const address = app.server.address();
    const port = typeof address === "object" && address ? address.port : config.PORT;
    const shownUrl = config.production ? config.publicUrl : config.publicUrl.replace(/:0$/, `:${port}`);
    const accounts = examples.map(({ email, password, userType }) => ({
      email,
      password,
      note: `${userType} account`,
    }));
    serving = { url: shownUrl, accounts };
  }
  let operatorConsole: RunningConsole | undefined;
  if (config.OPERATOR_PORT !== undefined && config.roles.api) {
    operatorConsole = await startConsole({
      config,
      url: await findConsoleUrl(config, owner, databases.url),
      services: product.services,
      logger: { level: config.LOG_LEVEL === "info" ? "warn" : config.LOG_LEVEL, stream: logStream },
      onConnectionError: onBroken,
    });
    const { close } = operatorConsole;
    opened(close);
  }
  // last: queued jobs start at once, and the first page should not wait for them
  if (config.roles.jobs && !isStopping()) {
    const isExpected = (error: unknown) => error instanceof RetryLater || error instanceof SendRetryLater;
    const schedule = [...product.schedule, product.invariants(owner, log)];
    jobs = startJobs(owner, product.jobs, schedule, log, isExpected, product.dedicatedSlots);
    testJobs = testMode?.startJobs(isExpected);
    runner = await jobs;
    await testJobs;
  }
  return {
    ready: true,
    ...serving,
    ...(operatorConsole && { console: { url: operatorConsole.url, operators: operatorConsole.operators } }),
    dataDir: databases.dataDir,
  };
}

/** Adds a metric with the version and build as labels. */
async function addBuildInfo(registry: Registry): Promise<void> {
  // the entry file imports the other files by content hash; a version may be released more than once
  const entry = await readFile(process.argv[1] ?? import.meta.filename);
  const build = createHash("sha256").update(entry).digest("hex").slice(0, 12);
  const about = new Gauge({
    name: "idanimo_build_info",
    help: "Always 1; the labels say which version and build runs on which Node.",
    labelNames: ["version", "build", "node"],
    registers: [registry],
  });
  about.set({ version: packageInfo.version, build, node: process.versions.node }, 1);
}
