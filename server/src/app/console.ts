import { join } from "node:path";
import type { FastifyServerOptions } from "fastify";
import type { Config } from "../config/config.ts";
import { buildConsoleApp } from "../console/app.ts";
import { Database } from "../database/database.ts";
import { consoleRole, openPool } from "../database/pools.ts";
import { openPasswordHasher } from "../modules/accounts/index.ts";
import { approvalJobs } from "../modules/approvals/index.ts";
import { addExampleOperators, type ExampleOperator } from "../modules/operator-identity/index.ts";
import { offeredSources } from "../modules/verification/index.ts";
import { openLookupPlans } from "./module-deps.ts";
import type { Services } from "./services.ts";

/** Connections of the console: at most 200 operators use it. */
const poolSize = 5;
const expireEveryMs = 60_000;

export type ConsoleOptions = {
  readonly config: Config;
  /** URL of the main database with the console's own login. */
  readonly url: string;
  readonly services: Pick<Services, "config" | "providers" | "ids" | "vault" | "limits" | "keys">;
  readonly logger: FastifyServerOptions["logger"];
  readonly onConnectionError: (error: Error) => void;
};

export type RunningConsole = {
  readonly url: string;
  readonly operators: readonly ExampleOperator[];
  close(): Promise<void>;
};

/** Serves the operator console on its own port, with its own database role. A demonstration has example operators. */
export async function startConsole({
  config,
  url,
  services,
  logger,
  onConnectionError,
}: ConsoleOptions): Promise<RunningConsole> {
  const pool = openPool({
    url,
    role: consoleRole,
    size: poolSize,
    statementTimeoutMs: 5_000,
    name: "idanimo-console",
    onConnectionError,
  });
  const { ids, vault, limits, keys } = services;
  const deps = {
    ids,
    vault,
    limits,
    keys,
    db: new Database(pool),
    passwords: openPasswordHasher(),
    consoleUrl: config.operatorUrl,
    refundApprovalAbove: BigInt(config.REFUND_APPROVAL_ABOVE) * 100n,
    sources: offeredSources(openLookupPlans(services)),
  };
  const operators = config.production ? [] : await addExampleOperators(deps);
  const origins: string[] = [];
  const app = await buildConsoleApp({
    logger,
    trustedProxies: config.trustedProxies,
    production: config.production,
    networks: config.operatorNetworks,
    origins,
    webFolder: join(config.WEB_DIR, "console"),
    deps,
  });
  await app.listen({ port: config.OPERATOR_PORT ?? 0, host: config.host });
  const address = app.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const shown = config.production ? config.operatorUrl : `http://localhost:${port}`;
  origins.push(shown, ...(config.production ? [] : [shown.replace("//localhost", "//127.0.0.1")]));
  const { expire_approvals: expire } = approvalJobs(deps);
  const timer = setInterval(() => void expire().catch(onConnectionError), expireEveryMs);
  return {
    url: shown,
    operators,
    close: async () => {
      clearInterval(timer);
      await app.close();
      await deps.db.close();
    },
  };
}
