import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brand } from "@idanimo/contract/brand";
import { modeHeader } from "@idanimo/contract/developers/mode";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import { pino } from "pino";
import { sharedRoutes } from "../../../../app/shared-routes.ts";
import { openTestMode, prepareTestMode, type TestMode } from "../../../../app/test-mode.ts";
import { readConfig } from "../../../../config/config.ts";
import { readSchemaFiles } from "../../../../database/schema-files.ts";
import { buildApp } from "../../../../http/app.ts";
import { recordByMode } from "../../requests/writer.ts";
import { type RunningSandbox, startSandbox } from "../../../../providers/testing/sandbox.ts";
import { createTestApp, type TestApp } from "../../../../testing/app.ts";
import { createTestDatabase, type TestDatabase } from "../../../../testing/database.ts";
import type { TestMember } from "../../../../testing/organisation-steps.ts";

/** A product with test mode: its live providers are at one sandbox, those of test mode at another one. */
export type TestModeApp = {
  readonly live: TestApp;
  /** Stands for the providers of live. */
  readonly liveSandbox: RunningSandbox;
  readonly testMode: TestMode;
  readonly testDatabase: TestDatabase;
  readonly app: FastifyInstance;
  /** The calls of a member in test mode. */
  inTestMode(member: TestMember): Pick<TestMember, "post" | "get">;
  close(): Promise<void>;
};

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => void probe.listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise((resolve) => void probe.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

export async function startTestModeApp(): Promise<TestModeApp> {
  const liveSandbox = await startSandbox("http://127.0.0.1:1");
  const folder = await mkdtemp(join(tmpdir(), "idanimo-test-mode-"));
  const port = await freePort();
  const own = { STOLEN_BASE_URL: `${liveSandbox.url}/stolen`, MATCH_BASE_URL: `${liveSandbox.url}/match` };
  const settings = {
    ...own,
    LIVE_FACE_BASE_URL: `${liveSandbox.url}/live-face`,
    SANDBOX_PORT: new URL(liveSandbox.url).port,
    INTERNAL_MODE: "yes",
    PORT: String(port),
    TEST_MODE: "on",
    DATA_DIR: folder,
    LOG_LEVEL: "silent",
  };
  const live = await createTestApp(settings, { sources: (real) => real });
  const testDatabase = await createTestDatabase();
  const options = {
    config: readConfig(settings),
    databases: { findTestMode: async () => ({ url: testDatabase.url, keysUrl: testDatabase.keysUrl }) },
    schema: await readSchemaFiles(),
    version: "test",
    secrets: ["a secret that only tests know, 32+"],
    log: pino({ level: "silent" }),
    onConnectionError: () => undefined,
  } as const;
  const prepared = await prepareTestMode(options);
  const testMode = await openTestMode(prepared, live.product, options);
  const app = await buildApp({
    logger: false,
    trustedProxies: [],
    production: false,
    paymentOrigin: live.providers.cardPayments.pageOrigin,
    brandName: brand.name,
    sharedRoutes,
    routes: (one) => {
      live.product.routes(one, { hasTestMode: true });
      testMode.routes(one);
    },
    isReady: () => Promise.resolve(true),
    recordKeyCall: recordByMode(live.product.requestLog, testMode.composition.requestLog),
  });
  await app.listen({ port, host: "127.0.0.1" }); // for the webhooks of the sandbox
  const runner = await testMode.startJobs(() => true);
  return {
    live,
    liveSandbox,
    testMode,
    testDatabase,
    app,
    inTestMode: ({ send }) => {
      const headers = { [modeHeader]: "test" };
      return {
        post: (path, body, more): Promise<LightMyRequestResponse> =>
          send("POST", path, body, app, { ...headers, ...more }),
        get: (path) => send("GET", path, undefined, app, headers),
      };
    },
    close: async () => {
      await runner.stop();
      await app.close();
      await testMode.close();
      await prepared.close();
      await testDatabase.close();
      await live.close();
      await liveSandbox.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** Every table of a database with a digest of its rows, but for what a call of any mode writes about its session. */
export async function digestTables({ owner }: Pick<TestDatabase, "owner">): Promise<Readonly<Record<string, string>>> {
  const ofSessions = ["sign_ins", "members", "rate_limits", "worker_heartbeats"];
  const { rows } = await owner.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> all ($1) order by 1",
    [ofSessions],
  );
  const digests: Record<string, string> = {};
  for (const { name } of rows) {
    const found = await owner.query<{ digest: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest from "${name}" t`,
    );
    digests[name] = found.rows[0]?.digest ?? "";
  }
  return digests;
}
