import type { FastifyInstance } from "fastify";
import type { Database } from "../database/database.ts";
import type { Authenticate } from "../http/call.ts";
import type { KeyStore } from "../database/key-store.ts";
import { createMount, type Mount } from "../http/mount.ts";
import { type AccountDeps, createAuthenticate } from "../modules/accounts/index.ts";
import { createKeyAuthenticate, openRequestLog, type RequestLog } from "../modules/developers/index.ts";
import { openInvariantMonitor } from "../modules/audit/index.ts";
import { offeredPricesReader } from "../modules/pricing/index.ts";
import { createOverdueMonitor, type OverdueMonitor } from "../modules/retention/index.ts";
import { readSponsors, resolveSponsorsFile } from "../modules/sponsors/index.ts";
import { registerEventHandlers } from "./event-handlers.ts";
import { type ComposedJobs, composeJobs } from "./jobs.ts";
import { createModuleDeps } from "./module-deps.ts";
import { registerCheckRoutes, registerRoutes } from "./routes.ts";
import { type CompositionOptions, openServices, type Services } from "./services.ts";

export type Composition = ComposedJobs & {
  readonly db: Database;
  readonly keys: KeyStore;
  readonly accounts: AccountDeps;
  /** What the operator console shares with the product; it has connections of its own. */
  readonly services: Services;
  readonly routes: (app: FastifyInstance, options?: { readonly hasTestMode: boolean }) => void;
  /** The routes of checks and money for callers that another composition finds. */
  readonly checkRoutes: (app: FastifyInstance, identify: Authenticate) => Mount;
  /** Finds the caller of a token or a key in test mode. */
  readonly identifyTest: Authenticate;
  /** Prices that public documents contain. */
  readonly amounts: ReturnType<typeof offeredPricesReader>;
  readonly mount: Mount;
  /** The log of API calls that keys made. */
  readonly requestLog: RequestLog;
  readonly watch: OverdueMonitor;
  /** The hourly check of all invariants, for a process with jobs. */
  readonly invariants: ReturnType<typeof openInvariantMonitor>;
  close(): Promise<void>;
};

/** Builds every module and registers its routes, jobs and event handlers. */
export async function compose(options: CompositionOptions): Promise<Composition> {
  const { config, registry } = options;
  const sponsors = readSponsors(resolveSponsorsFile(config)); // first, so that an invalid file stops the start before anything is open
  const services = await openServices(options);
  const { db, keys, vault, alarms, origins } = services;
  const deps = createModuleDeps(services);
  registerEventHandlers(services, deps);
  const sessions = createAuthenticate({ db });
  const identify = createKeyAuthenticate(services, "live", sessions);
  const mountFor = (by: Authenticate) => createMount({ db, vault, identify: by, origins });
  const mount = mountFor(identify);
  const requestLog = openRequestLog({
    db,
    keysDb: options.keysDb ?? db,
    vault,
    countLost: services.metrics.countLostApiRequests,
    warn: (message) => options.log?.warn(message),
  });
  const watch = createOverdueMonitor({ db, alarms, registry, thresholds: config.alarmThresholds });
  return {
    db,
    keys,
    accounts: deps.accounts,
    services,
    mount,
    requestLog,
    watch,
    invariants: openInvariantMonitor({ db, alarms, registry }),
    amounts: offeredPricesReader(db, (type) => Object.hasOwn(deps.verification.lookupPlans, type)),
    identifyTest: createKeyAuthenticate(services, "test", sessions),
    routes: (app, { hasTestMode } = { hasTestMode: false }) =>
      registerRoutes(app, { services, deps, mount, identify, sponsors, hasTestMode }),
    checkRoutes: (app, by) => {
      const mountChecks = mountFor(by);
      registerCheckRoutes(app, { services, deps, mount: mountChecks, identify: by });
      return mountChecks;
    },
    ...composeJobs(services, deps, watch),
    close: async () => {
      await requestLog.close();
      await services.close();
    },
  };
}
