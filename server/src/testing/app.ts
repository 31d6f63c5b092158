import { randomInt } from "node:crypto";
import { brand } from "@idanimo/contract/brand";
import { apiBase } from "@idanimo/contract/operation";
import type { PurposeCode } from "@idanimo/contract/consent";
import type { UserType } from "@idanimo/contract/accounts";
import { type Currency, type Money, formatMinor } from "@idanimo/contract/money";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import { Logger as QueueLogger, runOnce } from "graphile-worker";
import { Registry } from "prom-client";
import { type Composition, compose } from "../app/composition.ts";
import { readConfig } from "../config/config.ts";
import { openOwnerPool } from "../app/databases.ts";
import { buildApp } from "../http/app.ts";
import { LiveHub } from "../http/live-hub.ts";
import { withJobRequestId } from "../jobs/runner.ts";
import { randomIds } from "../kernel/ids.ts";
import { tokenHash } from "../kernel/vault.ts";
import { type BreakerRules, neverOpenRules } from "../providers/circuit-breaker.ts";
import { openProviders } from "../providers/index.ts";
import type { LiveFace } from "../providers/live-face/port.ts";
import { appUrlOf, createTestDatabase, type TestDatabase } from "./database.ts";
import { type SourceOverrides, type FakeProviders, createFakeProviders } from "./fakes.ts";

/**
 * The API as `compose` and `buildApp` build it, on a database of its own; only the providers are fakes. `inject`
 * needs no network. Call `checkInvariants` after every test, and `close` at the end.
 */
/** A process: its API, its work and its metrics. */
type TestProcess = { readonly app: FastifyInstance; readonly product: Composition; readonly registry: Registry };

export type TestApp = TestDatabase &
  TestProcess & {
    readonly providers: FakeProviders;
    /**
     * Starts another process on the same databases, with its own pools, batchers and limits. `close` closes it too.
     * @param url of another main database for its owner, with the same keys
     */
    startProcess(url?: string): Promise<TestProcess>;
    /** Inserts a signed-in user with money. Amounts in minor units. */
    user(options?: { readonly userType?: UserType; readonly NGN?: bigint; readonly USD?: bigint }): Promise<TestUser>;
    /** Creates an unpaid purchase of a NIN lookup through the API. */
    purchase(
      user: TestUser,
      options?: { readonly nin?: string; readonly currency?: Currency; readonly purpose?: PurposeCode },
    ): Promise<TestPurchase>;
    /** Opens the provider's page for a purchase or a top-up through the API. @returns our reference */
    startPayment(user: TestUser, what: TestPurchase | Money): Promise<string>;
    /** Both balances in minor units. */
    wallets(user: TestUser): Promise<{ readonly NGN: bigint; readonly USD: bigint }>;
    /** Every transfer of a user's wallets or purchases: `reason from>to amount`, oldest first. */
    transfers(user: TestUser): Promise<readonly string[]>;
    /**
     * Runs queued jobs as a worker does, until none is due. Jobs that wait for later, also after a failure, remain.
     */
    drainQueue(): Promise<void>;
    /** Returns and clears the errors that jobs threw. */
    jobFailures(): readonly { readonly job: string; readonly error: unknown }[];
    /** Runs an entry of the schedule once. */
    runSchedule(name: string): Promise<void>;
    /** Registers something that `close` closes before the application. */
    onClose(close: () => Promise<void>): void;
  };

export type TestUser = {
  readonly id: string;
  readonly email: string;
  readonly token: string;
  post(path: string, body: object, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  get(path: string): Promise<LightMyRequestResponse>;
  /** The same calls to another process. */
  on(app: FastifyInstance): Pick<TestUser, "post" | "get">;
};

export type TestPurchase = {
  readonly id: string;
  readonly itemId: string;
  readonly nin: string;
  readonly sessionCode: string;
  readonly transactionID: string;
  readonly total: Money;
  /** Decimal text of the total, as a browser sends it. */
  readonly amount: string;
};

/** Providers that differ from the defaults. */
export type ProviderOverrides = {
  readonly sources?: SourceOverrides;
  /** The provider of live captures. */
  readonly liveFace?: LiveFace;
  readonly breaker?: { readonly breakerRules: BreakerRules };
  /** Where the log of the API goes, at its most detailed level; without it there is none. */
  readonly log?: { write(line: string): void };
};

/** For tests that fail on purpose: no failure stops calls to a provider. */
export const disabledBreaker = { breakerRules: neverOpenRules };

const quiet = new QueueLogger(() => () => undefined);

/** Eleven digits without a reserved ending. */
export const randomNin = () => `${randomInt(10_000_000, 99_999_999)}${randomInt(100, 999)}`;

export async function createTestApp(
  settings: Readonly<Record<string, string>> = {},
  outsideWorld: ProviderOverrides = {},
): Promise<TestApp> {
  const base = await createTestDatabase();
  const config = readConfig({ CAPTCHA_COST: "1", LOG_LEVEL: "silent", ...settings });
  const fakes = createFakeProviders(
    openProviders(config, { registry: new Registry(), ...outsideWorld.breaker }),
    outsideWorld.sources,
    outsideWorld.liveFace,
  );
  const closers: (() => Promise<void>)[] = [];

  async function start(url = base.url) {
    const registry = new Registry();
    const appUrl = appUrlOf(url);
    const live = new LiveHub(appUrl);
    await live.connect();
    const product = await compose({
      config,
      url: appUrl,
      keysUrl: base.keysUrl,
      secrets: ["a secret that only tests know, 32+"],
      providers: fakes,
      live,
      registry,
      onConnectionError: () => {},
      poolSize: 8,
    });
    const app = await buildApp({
      logger: outsideWorld.log ? { level: "trace", stream: outsideWorld.log } : false,
      trustedProxies: [],
      production: config.production,
      paymentOrigin: fakes.cardPayments.pageOrigin,
      brandName: brand.name,
      routes: product.routes,
      isReady: () => Promise.resolve(true),
      registry,
      recordKeyCall: product.requestLog.record,
    });
    await app.ready();
    closers.push(async () => {
      await app.close();
      await product.close();
      await live.close();
    });
    return { app, product, registry };
  }

  const first = await start();
  const queue = openOwnerPool(base.url, () => {});
  closers.unshift(() => queue.end());
  const failures: { job: string; error: unknown }[] = [];

  const callsOf = (app: FastifyInstance, token: string): Pick<TestUser, "post" | "get"> => {
    const authorization = `Bearer ${token}`;
    return {
      post: (path, body, headers = {}) =>
        app.inject({
          method: "POST",
          url: apiBase + path,
          payload: JSON.stringify(body),
          headers: { authorization, "content-type": "application/json", ...headers },
        }),
      get: (path) => app.inject({ method: "GET", url: apiBase + path, headers: { authorization } }),
    };
  };

  const rows = async <Row extends object>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> =>
    (await base.owner.query<Row>(text, [...values])).rows;

  return {
    ...base,
    ...first,
    providers: fakes,
    startProcess: start,

    async user({ userType = "individual", NGN = 0n, USD = 0n } = {}) {
      const id = randomIds.publicId();
      const token = randomIds.token();
      const email = `${id}@example.test`;
      await first.product.keys.create(id);
      await rows(
        `insert into users (id, email, user_type, first_name, last_name, phone, accepted_terms, email_verified_at)
         values ($1, $2, $3, 'Ada', 'Obi', '+2348030000001', 'test', now())`,
        [id, email, userType],
      );
      await rows("select open_wallets($1, $2, $3)", [id, randomIds.rowId(), randomIds.rowId()]);
      for (const [currency, minor] of Object.entries({ NGN, USD }))
        if (minor > 0n) await creditWallet(base, id, currency, minor);
      await rows(
        "insert into sign_ins (id, user_id, token_hash, kind, ends_at) values ($1, $2, $3, 'bearer', now() + interval '1 year')",
        [randomIds.publicId(), id, tokenHash(token)],
      );
      return { id, email, token, ...callsOf(first.app, token), on: (app) => callsOf(app, token) };
    },

    async purchase(user, { nin = randomNin(), currency = "NGN", purpose = "employment" } = {}) {
      const made = await user.post("/verification/session", { nin, currency, purpose: { code: purpose } });
      if (made.statusCode !== 200) throw new Error(`no purchase: ${made.body}`);
      const { sessionCode, transactionID } = made.json<{ sessionCode: string; transactionID: string }>();
      const [row] = await rows<{ id: string; item: string; total_minor: bigint }>(
        `select p.id, i.id as item, p.total_minor from purchases p join purchase_items i on i.purchase_id = p.id
         where p.session_code = $1`,
        [sessionCode],
      );
      if (!row) throw new Error("a purchase without a row");
      const total = { currency, minor: row.total_minor };
      const amount = formatMinor(total.minor);
      return { id: row.id, itemId: row.item, nin, sessionCode, transactionID, total, amount };
    },

    async startPayment(user, what) {
      const body =
        "sessionCode" in what
          ? { type: "VERIFICATION", amount: what.amount, currency: what.total.currency, sessionCode: what.sessionCode }
          : { type: "TOPUP", amount: formatMinor(what.minor), currency: what.currency };
      const response = await user.post("/payment/flexi-initiate", body);
      if (response.statusCode !== 200) throw new Error(`no payment: ${response.body}`);
      return response.json<{ data: { txRef: string } }>().data.txRef;
    },

    async wallets(user) {
      const found = await rows<{ currency: Currency; balance_minor: bigint }>(
        "select currency, balance_minor from ledger_accounts where owner_id = $1",
        [user.id],
      );
      const of = (currency: Currency) => found.find((row) => row.currency === currency)?.balance_minor ?? 0n;
      return { NGN: of("NGN"), USD: of("USD") };
    },

    async transfers(user) {
      const found = await rows<{ line: string }>(
        `select t.reason || ' ' || f.kind || '>' || g.kind || ' ' || t.amount_minor as line
         from ledger_transfers t join ledger_accounts f on f.id = t.from_account join ledger_accounts g on g.id = t.to_account
         where t.reason <> 'ADJUSTMENT' and (f.owner_id = $1 or g.owner_id = $1
            or t.key in (select 'purchase:' || p.id from purchases p where p.owner_id = $1))
         order by min(t.created_at) over (partition by t.key), t.key, t.leg`, // the legs of a transfer are written in any order
        [user.id],
      );
      return found.map((row) => row.line);
    },

    drainQueue: () =>
      runOnce({
        pgPool: queue,
        logger: quiet,
        noHandleSignals: true,
        taskList: Object.fromEntries(
          Object.entries(first.product.jobs).map(([job, run]) => [
            job,
            withJobRequestId(async (payload: never) => {
              try {
                await run(payload);
              } catch (error) {
                failures.push({ job, error });
                throw error;
              }
            }),
          ]),
        ),
      }),
    jobFailures: () => failures.splice(0),
    async runSchedule(name) {
      const entry = first.product.schedule.find((one) => one.name === name);
      if (!entry) throw new Error(`the schedule has no ${name}`);
      await entry.run();
    },

    onClose: (close) => void closers.push(close),
    async close() {
      for (const close of closers.reverse()) await close();
      fakes.close();
      await base.close();
    },
  };
}

export async function creditWallet(base: TestDatabase, userId: string, currency: string, minor: bigint): Promise<void> {
  await base.owner.query(
    `insert into ledger_transfers (id, key, leg, from_account, to_account, currency, amount_minor, reason)
     select $1::uuid, 'adjustment:' || $1::text, 1, house.id, wallet.id, house.currency, $4, 'ADJUSTMENT'
     from ledger_accounts house join ledger_accounts wallet on wallet.currency = house.currency
     where house.kind = 'adjustments' and house.currency = $3 and wallet.owner_id = $2`,
    [randomIds.rowId(), userId, currency, minor.toString()],
  );
}
