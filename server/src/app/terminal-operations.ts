import type pg from "pg";
import type { Config } from "../config/config.ts";
import { createOperationRunner } from "../console/run-operation.ts";
import { Database } from "../database/database.ts";
import type { KeyStore } from "../database/key-store.ts";
import { consoleRole, openPool } from "../database/pools.ts";
import { createRateLimiter } from "../http/rate-limits.ts";
import { randomIds } from "../kernel/ids.ts";
import type { Vault } from "../kernel/vault.ts";
import { openPasswordHasher } from "../modules/accounts/index.ts";
import type { RunOperation } from "../modules/operators/index.ts";
import { offeredSources } from "../modules/verification/index.ts";
import type { Providers } from "../providers/index.ts";
import { findConsoleUrl } from "./databases.ts";
import { openLookupPlans } from "./module-deps.ts";

type Options = {
  readonly config: Config;
  readonly owner: pg.Pool;
  /** URL of the main database with its owner's login. */
  readonly url: string;
  /** With the application's role, for counting attempts. */
  readonly db: Database;
  readonly keys: KeyStore;
  readonly vault: Vault;
  readonly providers: Providers;
};

/**
 * Runs the console's operations at the terminal, with the console's own database role. It connects at the first one:
 * commands of maintenance work without it.
 */
export function openTerminalOperations({ config, owner, url, db, keys, vault, providers }: Options) {
  let opened: Promise<{ readonly run: RunOperation; readonly console: Database }> | undefined;
  const open = async () => {
    const consoleUrl = await findConsoleUrl(config, owner, url);
    const console = new Database(
      openPool({
        url: consoleUrl,
        role: consoleRole,
        size: 2,
        name: "idanimo-operator-console",
        onConnectionError: () => undefined,
      }),
    );
    const run = createOperationRunner({
      db: console,
      ids: randomIds,
      vault,
      keys,
      limits: createRateLimiter(db.pool, config.addressLimitFactor, config.limitPoints),
      passwords: openPasswordHasher(),
      consoleUrl: config.operatorUrl,
      refundApprovalAbove: BigInt(config.REFUND_APPROVAL_ABOVE) * 100n,
      sources: offeredSources(openLookupPlans({ config, providers })),
    });
    return { run, console };
  };
  const runOperation: RunOperation = async (operation, fields, by) => {
    opened ??= open();
    return (await opened).run(operation, fields, by);
  };
  return {
    runOperation,
    close: async () => {
      await (await opened)?.console.close();
    },
  };
}
