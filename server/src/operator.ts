import { Registry } from "prom-client";
import { ConfigError, readConfig } from "./config/config.ts";
import { Database } from "./database/database.ts";
import { KeyStore } from "./database/key-store.ts";
import { EmbeddedError } from "./database/embedded/index.ts";
import { appRole, openPool } from "./database/pools.ts";
import type { Tx } from "./database/database.ts";
import { openTerminalOperations } from "./app/terminal-operations.ts";
import { publishToUser } from "./database/live-events.ts";
import { findAppUrl, findDatabases, readMasterSecrets } from "./app/databases.ts";
import { Events } from "./kernel/events.ts";
import { randomIds } from "./kernel/ids.ts";
import { print, printCrashes, printError } from "./kernel/terminal.ts";
import { Vault } from "./kernel/vault.ts";
import { registerWebhookHandlers } from "./modules/developers/index.ts";
import { findHelp, runCommand } from "./modules/operators/index.ts";
import { openProviders } from "./providers/index.ts";
import type { SourceSettings } from "./providers/source-settings.ts";

/** `npm run operator -- <command>`: commands for operators. */

/** Names of the configured sources. */
function sourceNames({ personSources, bureauSources, stolen, match }: SourceSettings): readonly string[] {
  const own = [stolen && "stolen", match && "match"].filter((name) => name !== undefined);
  return [...new Set([...personSources, ...bureauSources, "mono", "vinaudit", ...own])];
}

printCrashes();
const commandLine = process.argv.slice(2);
const help = findHelp(commandLine);
if (help) {
  (help.exitCode === 0 ? print : printError)(...help.lines);
  process.exit(help.exitCode);
}
const [name = "", ...args] = commandLine;
/** Closed in reverse order. */
const closers: (() => Promise<void> | void)[] = [];
try {
  try {
    await run();
  } finally {
    for (const close of closers.reverse()) await close();
  }
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof EmbeddedError)) throw error;
  printError(...error.message.split("\n"));
  process.exit(1);
}

async function run(): Promise<void> {
  const config = readConfig(process.env);
  const databases = await findDatabases(config, printError);
  closers.push(() => databases.stop());
  const onBroken = () => undefined;
  const owner = openPool({ url: databases.url, size: 4, name: "idanimo-operator-owner", onConnectionError: onBroken });
  closers.push(() => owner.end());
  const found = await owner.query<{ there: boolean }>("select to_regclass('price_items') is not null as there");
  if (!found.rows[0]?.there) throw new ConfigError("The product has never run on this database. Start it once.");
  const url = await findAppUrl(config, owner, databases.url);
  const db = new Database(
    openPool({ url, role: appRole, size: 2, name: "idanimo-operator", onConnectionError: onBroken }),
  );
  closers.push(() => db.close());
  const vault = new Vault(await readMasterSecrets(config));
  const keys = new KeyStore(
    openPool({ url: await databases.keysUrl, size: 1, name: "idanimo-operator-keys", onConnectionError: onBroken }),
    vault,
  );
  closers.push(() => keys.close());
  const providers = openProviders(config, { registry: new Registry() });
  closers.push(() => providers.close());
  const operations = openTerminalOperations({ config, owner, url: databases.url, db, keys, vault, providers });
  closers.push(() => operations.close());
  const events = new Events<Tx>();
  // open pages and webhooks report a payment that is settled here too
  events.on("payment_settled", (tx, { reference, ownerId }) =>
    publishToUser(tx, ownerId, { type: "payment_settled", reference }),
  );
  registerWebhookHandlers({ events, ids: randomIds, mode: "live" });
  const payments = {
    db,
    ids: randomIds,
    events,
    cardPayments: providers.cardPayments,
    meters: { paid: () => undefined, ignoredNotice: () => undefined },
  };
  const { lines, isWell } = await runCommand(
    {
      owner,
      db,
      keys,
      ids: randomIds,
      runOperation: operations.runOperation,
      operatorKey: process.env["OPERATOR_KEY"],
      operatorUrl: config.operatorUrl,
      isDemonstration: !config.production,
      sources: sourceNames(config.sources),
      payments,
    },
    name,
    args,
  );
  print(...lines);
  process.exitCode = isWell ? 0 : 1;
}
