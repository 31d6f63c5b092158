import { brand } from "@idanimo/contract/brand";
import type { FastifyInstance } from "fastify";
import type pg from "pg";
import { Counter, type Registry } from "prom-client";
import type { Config } from "./config.ts";
import { Database, type Tx } from "./database/database.ts";
import { KeyStore } from "./database/key-store.ts";
import { tellOwner } from "./database/live.ts";
import { openPool } from "./database/pools.ts";
import { openLimits } from "./http/limits.ts";
import type { LiveHub } from "./http/live-hub.ts";
import { type Mount, mounter } from "./http/mount.ts";
import { eventsRoute } from "./http/events-route.ts";
import type { Jobs, Schedule } from "./jobs/runner.ts";
import { systemClock } from "./kernel/clock.ts";
import { Events } from "./kernel/events.ts";
import { randomIds } from "./kernel/ids.ts";
import { Vault } from "./kernel/vault.ts";
import { type AccountDeps, accountJobs, accountRoutes, identifyWith, openPasswords } from "./modules/accounts/index.ts";
import { auditJobs } from "./modules/audit/index.ts";
import { type ConsentDeps, consentJobs, consentRoutes } from "./modules/consent/index.ts";
import { noticeRoutes, notificationJobs } from "./modules/notifications/index.ts";
import {
  type PaymentDeps,
  paymentJobs,
  paymentRoutes,
  receiptRoutes,
  statementRoutes,
  transactionsCsvRoutes,
} from "./modules/payments/index.ts";
import { pricingRoutes } from "./modules/pricing/index.ts";
import { resultFileRoutes } from "./modules/results/index.ts";
import { retentionJobs } from "./modules/retention/index.ts";
import { readSponsors, sponsorRoutes, sponsorsFile } from "./modules/sponsors/index.ts";
import {
  bulkJobs,
  bulkRoutes,
  historyCsvRoutes,
  liveFaceRoutes,
  onConsentEvents,
  orderStakeholders,
  openLookUps,
  openWeather,
  providersOf,
  reportRoutes,
  type VerificationDeps,
  verificationJobs,
  verificationRoutes,
  verifyRoutes,
} from "./modules/verification/index.ts";
import type { Providers } from "./providers/index.ts";

export type CompositionOptions = {
  readonly config: Config;
  readonly url: string;
  readonly keysUrl: string;
  readonly secrets: readonly [string, ...string[]];
  readonly providers: Providers;
  readonly live: LiveHub;
  readonly registry: Registry;
  readonly onBroken: (error: Error) => void;
  /** Connections of this process; the jobs' own come on top. */
  readonly poolSize?: number;
};

export type Composition = {
  readonly db: Database;
  readonly keys: KeyStore;
  readonly accounts: AccountDeps;
  readonly routes: (app: FastifyInstance) => void;
  readonly jobs: Jobs;
  readonly schedule: Schedule;
  readonly mount: Mount;
  close(): Promise<void>;
};

/** The running program's role in the database; see migration 0001. */
const appRole = "idanimo_app";

/** Builds every module from what it needs, and registers who hears which event. The only place that knows all of them. */
export async function compose(options: CompositionOptions): Promise<Composition> {
  const { config, providers, live, registry } = options;
  const banners = readSponsors(sponsorsFile(config)); // first: a file that is wrong ends the start before anything is open
  const pool: pg.Pool = openPool({
    url: options.url,
    role: appRole,
    size: options.poolSize ?? 20,
    statementTimeoutMs: 5_000,
    name: "idanimo",
    onBroken: options.onBroken,
  });
  const db = new Database(pool);
  const vault = new Vault(options.secrets);
  const keys = new KeyStore(
    openPool({ url: options.keysUrl, size: 8, name: "idanimo-keys", onBroken: options.onBroken }),
    vault,
  );
  await keys.prepare();

  const events = new Events<Tx>();
  const limits = openLimits(pool, config.widerAddressLimits, config.limitPoints);
  const ids = randomIds;
  const { publicUrl } = config;
  const unsigned = new Counter({
    name: "idanimo_unsigned_notices_total",
    help: "Inbound notices without a valid signature; nothing else is kept of them.",
    registers: [registry],
  });

  const accounts: AccountDeps = {
    db,
    keys,
    vault,
    ids,
    limits,
    clock: systemClock,
    ipLookup: providers.ipLookup,
    push: providers.push,
    passwords: openPasswords(),
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
  };
  const lookUps = openLookUps(providers.sources, {
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
    live,
    publicUrl,
    lookUps,
    weather: openWeather(db, providersOf(lookUps)),
    bulkRecordsMost: config.sources.bulkRecordsMost,
  };
  const payments: PaymentDeps = {
    db,
    keys,
    ids,
    events,
    limits,
    cardPayments: providers.cardPayments,
    orders: { stakeholders: orderStakeholders(verification) },
    publicUrl,
  };
  onConsentEvents(verification);
  events.on("payment_settled", (tx, { reference, ownerId }) =>
    tellOwner(tx, ownerId, { type: "payment_settled", reference }),
  );

  const identify = identifyWith({ db });
  const origins = originsOf(config);
  const mount = mounter({ db, identify, origins });
  const paymentWork = paymentJobs(payments);
  const lookUpWork = verificationJobs(verification);
  const bulkWork = bulkJobs(verification);
  const consentWork = consentJobs(consents);
  const retentionWork = retentionJobs({ db, keys, ids });
  const messageWork = notificationJobs({ db, keys, sms: providers.sms, mail: providers.mail, push: providers.push });
  return {
    db,
    keys,
    accounts,
    mount,
    routes: (app) => {
      accountRoutes(app, mount, accounts);
      pricingRoutes(app, mount, db);
      paymentRoutes(app, mount, payments);
      receiptRoutes(app, identify, payments);
      statementRoutes(app, identify, payments);
      transactionsCsvRoutes(app, identify, payments);
      consentRoutes(app, consents, origins, unsigned);
      verificationRoutes(app, mount, verification);
      reportRoutes(app, identify, verification);
      verifyRoutes(app, verification, origins);
      historyCsvRoutes(app, identify, verification);
      bulkRoutes(app, mount, { ...verification, identify, origins });
      liveFaceRoutes(app, mount, { limits, vault, liveFace: providers.liveFace });
      resultFileRoutes(app, identify, { db, keys, ids, limits });
      noticeRoutes(app, mount, { db, push: providers.push });
      sponsorRoutes(app, mount, banners);
      eventsRoute(app, identify, live);
    },
    jobs: {
      settle_payment: paymentWork.settle_payment,
      send_receipt: paymentWork.send_receipt,
      look_up: lookUpWork.look_up,
      begin_bulk: bulkWork.begin_bulk,
      refund_notice: lookUpWork.refund_notice,
      purge: retentionWork.purge,
      send_message: messageWork.send_message,
      send_push: messageWork.send_push,
    },
    schedule: [
      { name: "seal_audit", everyMs: 1_000, run: auditJobs(db).seal_audit },
      { name: "expire_consents", everyMs: 10_000, run: consentWork.expire_consents },
      { name: "purge_due", everyMs: 10_000, run: retentionWork.purge_due },
      { name: "reconcile_payments", everyMs: 30_000, run: paymentWork.reconcile_payments },
      { name: "reconcile_look_ups", everyMs: 30_000, run: lookUpWork.reconcile_look_ups },
      { name: "sweep_bulk", everyMs: 30_000, run: bulkWork.sweep_bulk },
      { name: "forget_old_rows", everyMs: 3_600_000, run: retentionWork.forget_old_rows },
      { name: "sweep_messages", everyMs: 600_000, run: messageWork.sweep_messages },
      { name: "forget_registrations", everyMs: 600_000, run: accountJobs({ db, keys }).forget_registrations },
    ],
    close: async () => {
      await Promise.all([db.close(), keys.close()]);
    },
  };
}

/** Where our own pages can come from. A demonstration answers to both names of this machine. */
function originsOf(config: Config): readonly string[] {
  return config.production
    ? [config.publicUrl]
    : [config.publicUrl, config.publicUrl.replace("//localhost", "//127.0.0.1")];
}
