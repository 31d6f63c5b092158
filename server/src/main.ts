import { brand } from "@idanimo/contract/brand";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { collectDefaultMetrics, Registry } from "prom-client";
import { compose } from "./composition.ts";
import { ConfigError, readConfig } from "./config.ts";
import { EmbeddedError } from "./database/embedded/index.ts";
import { migrate } from "./database/migrate.ts";
import { findDatabases, masterSecrets, ownerPool } from "./databases.ts";
import { buildApp } from "./http/app.ts";
import { LiveHub } from "./http/live-hub.ts";
import { metricsServer } from "./http/metrics-server.ts";
import { startJobs } from "./jobs/runner.ts";
import { addExampleAccounts } from "./modules/accounts/index.ts";
import { NotSentYet } from "./modules/notifications/index.ts";
import { NotYet } from "./modules/verification/index.ts";
import { openProviders } from "./providers/index.ts";

/** What is opened is closed in the opposite order, also when the start breaks off half-way. */
const opened: (() => Promise<void> | void)[] = [];
let isStopping = false;

async function stop(code: number): Promise<never> {
  if (!isStopping) {
    isStopping = true;
    for (const close of opened.reverse()) await Promise.resolve(close()).catch((error: unknown) => console.error(error));
  }
  process.exit(code);
}

/** A sentence for the person at the terminal, for what a person can mend. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof EmbeddedError) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE") return "PORT is taken by another program. Set PORT to a free one, or stop the other program.";
  if (code === "ENOSPC") return "The disk is full. Make room, then start again; nothing was lost.";
  return message;
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const log = pino({ level: config.LOG_LEVEL, redact: ["req.headers", "req.remoteAddress"] }, pino.destination(2));
  const onBroken = (error: Error) => {
    if (!isStopping) log.warn({ reason: error.message }, "a database connection broke");
  };

  const databases = await findDatabases(config, (sentence) => log.error(sentence));
  opened.push(() => databases.stop());
  const owner = ownerPool(databases.url, onBroken);
  opened.push(() => owner.end());
  const landed = await migrate(owner);
  if (landed.length > 0) log.info({ landed: landed.length }, "the database is up to date");

  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const providers = openProviders(config, { registry });
  opened.push(() => providers.close());
  const live = new LiveHub(databases.url);
  await live.open();
  opened.push(() => live.close());
  const product = await compose({
    config,
    url: databases.url,
    keysUrl: databases.keysUrl,
    secrets: await masterSecrets(config),
    providers,
    live,
    registry,
    onBroken,
  });
  opened.push(() => product.close());
  const examples = config.production ? [] : await addExampleAccounts(product.accounts);

  if (config.roles.jobs) {
    const isExpected = (error: unknown) => error instanceof NotYet || error instanceof NotSentYet;
    const runner = await startJobs(owner, product.jobs, product.schedule, log, isExpected);
    opened.push(() => runner.stop());
  }
  if (config.METRICS_PORT > 0) opened.push(await metricsServer(registry, config.METRICS_PORT));
  if (config.roles.api) {
    const app: FastifyInstance = await buildApp({
      logger: { level: config.LOG_LEVEL === "info" ? "warn" : config.LOG_LEVEL, stream: pino.destination(2) },
      trustedProxies: config.trustedProxies,
      production: config.production,
      paymentOrigin: config.flutterwave.pageOrigin,
      brandName: brand.name,
      webFolder: config.WEB_DIR,
      routes: product.routes,
      isReady: async () => (await owner.query("select 1")).rowCount === 1,
    });
    opened.push(() => app.close());
    await app.listen({ port: config.PORT, host: config.host });
    const address = app.server.address();
    const port = typeof address === "object" && address ? address.port : config.PORT;
    const url = config.production ? config.publicUrl : config.publicUrl.replace(/:0$/, `:${port}`);
    const accounts = examples.map(({ email, password, userType }) => ({ email, password, note: `${userType} account` }));
    console.log(JSON.stringify({ ready: true, url, accounts, dataDir: databases.dataDir }));
  } else console.log(JSON.stringify({ ready: true, url: config.publicUrl, accounts: [], dataDir: databases.dataDir }));
}

for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop(0));
// whoever started this holds the other end: when it dies in any way, so does this program
if (process.env["WATCH_STDIN"]) process.stdin.resume().on("end", () => void stop(0));

try {
  await start();
} catch (error) {
  console.error(explain(error));
  await stop(1);
}
