import { brand } from "@idanimo/contract/brand";
import type { FastifyInstance } from "fastify";
import type pg from "pg";
import { Counter, Gauge, type Registry } from "prom-client";
import { type Config, ConfigError } from "../config/config.ts";
import { Database, type Tx } from "../database/database.ts";
import { KeyStore } from "../database/key-store.ts";
import { publishToUser } from "../database/live-events.ts";
import { type DatabaseMetrics, databaseMetrics } from "../database/metrics.ts";
import { appRole, openPool } from "../database/pools.ts";
import { createRateLimiter } from "../http/rate-limits.ts";
import type { LiveHub } from "../http/live-hub.ts";
import { type Mount, createMount } from "../http/mount.ts";
import { eventsRoute } from "../http/events-route.ts";
import type { DedicatedSlots, Jobs, Schedule } from "../jobs/runner.ts";
import { Events } from "../kernel/events.ts";
import { randomIds } from "../kernel/ids.ts";
import { Vault } from "../kernel/vault.ts";
import {
  type AccountDeps,
  accountJobs,
  accountRoutes,
  accountExportSections,
  dataExportRoutes,
  createAuthenticate,
  businessMatchJobs,
  openPasswordHasher,
} from "../modules/accounts/index.ts";
import { accountClosureRoutes, destroyClosedAccountKey } from "../modules/account-closure/index.ts";
import { auditExportSection, auditJobs, openAlarms, openInvariantMonitor } from "../modules/audit/index.ts";
import { type ConsentDeps, consentJobs, consentRoutes, updateEscalations } from "../modules/consent/index.ts";
import { noticeExportSections, noticeRoutes, notificationJobs } from "../modules/notifications/index.ts";
import {
  type PaymentDeps,
  paymentJobs,
  paymentOutcomes,
  paymentRoutes,
  paymentsSection,
  receiptRoutes,
  reconciliationJobs,
  statementRoutes,
  transactionsCsvRoutes,
} from "../modules/payments/index.ts";
import { offeredPricesReader, pricingRoutes } from "../modules/pricing/index.ts";
import { purchasesSection } from "../modules/purchases/index.ts";
import { resultFileRoutes } from "../modules/results/index.ts";
import {
  partitionJobs,
  createOverdueMonitor,
  retentionJobs,
  transparencyJobs,
  transparencyRoutes,
  type OverdueMonitor,
} from "../modules/retention/index.ts";
import { subjectPortalRoutes } from "../modules/subject-portal/index.ts";
import { readSponsors, sponsorRoutes, resolveSponsorsFile } from "../modules/sponsors/index.ts";
import {
  bulkJobs,
  bulkRoutes,
  historyCsvRoutes,
  liveFaceRoutes,
  closeAccountRequests,
  requestExportSections,
  registerAccountClosedHandler,
  registerConsentHandlers,
  orderStakeholders,
  createLookupPlans,
  createProviderHealthMonitor,
  providersOf,
  reportRoutes,
  type VerificationDeps,
  verificationJobs,
  verificationRoutes,
  verifyRoutes,
} from "../modules/verification/index.ts";
import { walletSections } from "../modules/wallet/index.ts";
import type { Providers } from "../providers/index.ts";

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
  /** Connections of this process, besides those of its jobs. */
  readonly poolSize?: number;
};

export type Composition = {
  readonly db: Database;
  readonly keys: KeyStore;
  readonly accounts: AccountDeps;
  readonly routes: (app: FastifyInstance) => void;
  /** Prices that public documents contain. */
  readonly amounts: ReturnType<typeof offeredPricesReader>;
  readonly jobs: Jobs;
  readonly dedicatedSlots: DedicatedSlots;
  readonly schedule: Schedule;
  readonly mount: Mount;
  readonly watch: OverdueMonitor;
  /** The hourly check of all invariants, for a process with jobs. */
  readonly invariants: ReturnType<typeof openInvariantMonitor>;
  close(): Promise<void>;
};

/** Rows of bulk files that a process looks up at the same time, in slots of their own. */
const bulkLineSlots = 64;

/**
 * Attempts are counted over a few connections of their own: a flood on one counter would otherwise hold the
 * connections of other work.
 */
const rateLimitConnections = 4;

/** Builds every module and registers event handlers. The only place that knows all modules. */
export async function compose(options: CompositionOptions): Promise<Composition> {
  const { config, providers, live, registry } = options;
  const banners = readSponsors(resolveSponsorsFile(config)); // first, so that an invalid file stops the start before anything is open
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

  const events = new Events<Tx>();
  const limits = createRateLimiter(counting, config.addressLimitFactor, config.limitPoints);
  const ids = randomIds;
  const alarms = openAlarms({ db, ids, registry, thresholds: config.alarmThresholds });
  const { publicUrl } = config;
  const unsigned = new Counter({
    name: "idanimo_unsigned_notices_total",
    help: "Inbound notices without a valid signature; nothing else is kept of them.",
    registers: [registry],
  });
  const paid = new Counter({
    name: "idanimo_payments_total",
    help: "Payments from the wallet by answer, and card payments by what settling did.",
    labelNames: ["way", "outcome"],
    registers: [registry],
  });
  for (const [way, outcomes] of Object.entries(paymentOutcomes))
    for (const outcome of outcomes) paid.inc({ way, outcome }, 0);
  const ignored = new Counter({
    name: "idanimo_ignored_notices_total",
    help: "Authentic notices of a provider that are of no use here, such as one about a transfer.",
    labelNames: ["provider"],
    registers: [registry],
  });
  for (const { name } of [providers.cardPayments, providers.sms]) ignored.inc({ provider: name }, 0);
  const refunds = new Counter({
    name: "idanimo_refunds_total",
    help: "Items whose whole price went back to the wallet.",
    registers: [registry],
  });
  const streams = new Gauge({
    name: "idanimo_streams_open",
    help: "Open streams of events.",
    registers: [registry],
  });

  const accounts: AccountDeps = {
    db,
    keys,
    vault,
    ids,
    limits,
    alarms,
    ipLookup: providers.ipLookup,
    companies: providers.sources.company,
    events,
    push: providers.push,
    passwords: openPasswordHasher(),
    captchaCost: config.CAPTCHA_COST,
    forgotPasswordNeutral: config.FORGOT_PASSWORD_NEUTRAL === "yes",
    hostedCaptcha: providers.captcha,
    social: { google: providers.google, facebook: providers.facebook },
    publicUrl,
  };
  const consents: ConsentDeps = {
    db,
    keys,
    vault,
    ids,
    events,
    limits,
    sms: providers.sms,
    publicUrl,
    brandName: brand.name,
    requestsADay: config.SUBJECT_REQUESTS_A_DAY,
  };
  const lookUps = createLookupPlans(providers.sources, {
    internalMode: config.sources.internalMode,
    liveFace: providers.liveFace,
  });
  const verification: VerificationDeps = {
    db,
    keys,
    vault,
    ids,
    events,
    limits,
    alarms,
    live,
    publicUrl,
    lookupPlans: lookUps,
    requestsADay: config.SUBJECT_REQUESTS_A_DAY,
    providerHealth: createProviderHealthMonitor(db, providersOf(lookUps)),
    isPlateOwnerShown: config.PLATE_OWNER === "shown",
    maxBulkRecords: config.sources.bulkRecordsMost,
  };
  const payments: PaymentDeps = {
    db,
    keys,
    ids,
    events,
    limits,
    cardPayments: providers.cardPayments,
    orders: { stakeholders: orderStakeholders(verification) },
    meters: {
      paid: (way, outcome) => paid.inc({ way, outcome }),
      ignoredNotice: (provider) => ignored.inc({ provider }),
    },
    publicUrl,
  };
  registerConsentHandlers(verification);
  registerAccountClosedHandler(verification);
  events.on("item_closed", async (_tx, { refunded }) => {
    if (refunded) refunds.inc();
  });
  events.on("consent_messages_moved", (tx, { moved }) => updateEscalations(tx, moved));
  events.on("payment_settled", (tx, { reference, ownerId }) =>
    publishToUser(tx, ownerId, { type: "payment_settled", reference }),
  );

  const identify = createAuthenticate({ db });
  const origins = allowedOrigins(config);
  const mount = createMount({ db, vault, identify, origins });
  /** Each module's part of the account export. */
  const exportParts = [
    ...accountExportSections(db),
    ...noticeExportSections(db),
    ...walletSections(db),
    purchasesSection(db),
    paymentsSection(db),
    ...requestExportSections({ db, keys }),
    auditExportSection(db),
  ];
  const matchWork = businessMatchJobs(accounts);
  const paymentWork = paymentJobs(payments);
  const reconcileWork = reconciliationJobs(payments, registry);
  const lookUpWork = verificationJobs(verification);
  const bulkWork = bulkJobs(verification);
  const consentWork = consentJobs(consents);
  const retentionWork = retentionJobs({ db, keys, ids });
  const { sms, mail, push } = providers;
  const messageWork = notificationJobs({ db, keys, sms, mail, push, events });
  const watch = createOverdueMonitor({ db, alarms, registry, thresholds: config.alarmThresholds });
  return {
    db,
    keys,
    accounts,
    mount,
    watch,
    invariants: openInvariantMonitor({ db, alarms, registry }),
    amounts: offeredPricesReader(db, (type) => Object.hasOwn(lookUps, type)),
    routes: (app) => {
      accountRoutes(app, mount, accounts);
      accountClosureRoutes(app, mount, accounts);
      dataExportRoutes(app, identify, accounts, exportParts);
      pricingRoutes(app, mount, db);
      paymentRoutes(app, mount, payments);
      receiptRoutes(app, identify, payments);
      statementRoutes(app, identify, payments);
      transactionsCsvRoutes(app, identify, payments);
      consentRoutes(app, consents, {
        unsigned: () => unsigned.inc(),
        ignored: (provider) => ignored.inc({ provider }),
      });
      subjectPortalRoutes(app, consents, origins);
      verificationRoutes(app, mount, verification);
      reportRoutes(app, identify, verification);
      verifyRoutes(app, verification, origins);
      historyCsvRoutes(app, identify, verification);
      bulkRoutes(app, mount, { ...verification, identify, origins });
      liveFaceRoutes(app, mount, { limits, vault, liveFace: providers.liveFace });
      resultFileRoutes(app, identify, { db, keys, ids, limits });
      noticeRoutes(app, mount, { db, push: providers.push });
      transparencyRoutes(app, { db, limits });
      sponsorRoutes(app, mount, banners);
      eventsRoute(app, identify, live, streams);
    },
    jobs: {
      match_business: matchWork.match_business,
      forget_account: ({ userId }: { readonly userId: string }) => destroyClosedAccountKey(accounts, userId),
      end_requests: closeAccountRequests(verification),
      settle_payment: paymentWork.settle_payment,
      send_receipt: paymentWork.send_receipt,
      look_up: lookUpWork.look_up,
      look_up_line: lookUpWork.look_up_line,
      discard_pieces: lookUpWork.discard_pieces,
      begin_bulk: bulkWork.begin_bulk,
      climb_consent: consentWork.climb_consent,
      refund_notice: lookUpWork.refund_notice,
      purge: retentionWork.purge,
      send_message: messageWork.send_message,
      send_push: messageWork.send_push,
    },
    dedicatedSlots: { look_up_line: bulkLineSlots },
    schedule: [
      { name: "seal_audit", everyMs: 1_000, run: auditJobs(db).seal_audit },
      { name: "make_months", everyMs: 3_600_000, run: partitionJobs({ db, alarms }).make_months },
      { name: "expire_consents", everyMs: 10_000, run: consentWork.expire_consents },
      { name: "climb_consents", everyMs: 10_000, run: consentWork.climb_consents },
      { name: "purge_due", everyMs: 10_000, run: retentionWork.purge_due },
      { name: "reconcile_payments", everyMs: 30_000, run: paymentWork.reconcile_payments },
      { name: "reconcile_days", everyMs: 600_000, run: reconcileWork.reconcile_days },
      { name: "reconcile_look_ups", everyMs: 30_000, run: lookUpWork.reconcile_look_ups },
      { name: "sweep_bulk", everyMs: 30_000, run: bulkWork.sweep_bulk },
      { name: "count_days", everyMs: 600_000, run: transparencyJobs(db).count_days },
      { name: "watch_readers", everyMs: 60_000, run: watch.checkMassReaders },
      { name: "forget_old_rows", everyMs: 3_600_000, run: retentionWork.forget_old_rows },
      { name: "sweep_messages", everyMs: 600_000, run: messageWork.sweep_messages },
      { name: "sweep_matches", everyMs: 3_600_000, run: matchWork.sweep_matches },
      { name: "forget_registrations", everyMs: 600_000, run: accountJobs({ db, keys }).forget_registrations },
    ],
    close: async () => {
      await Promise.all([db.close(), keys.close(), counting.end()]);
    },
  };
}

/** Origins of this product's pages. A demonstration has both names of this machine. */
function allowedOrigins(config: Config): readonly string[] {
  return config.production
    ? [config.publicUrl]
    : [config.publicUrl, config.publicUrl.replace("//localhost", "//127.0.0.1")];
}
