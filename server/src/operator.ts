import { ConfigError, readConfig } from "./config.ts";
import { Database } from "./database/database.ts";
import { EmbeddedError } from "./database/embedded/index.ts";
import { openPool } from "./database/pools.ts";
import { findDatabases, ownerPool } from "./databases.ts";
import { randomIds } from "./kernel/ids.ts";
import { help, isCommand, runCommand } from "./modules/operators/index.ts";
import type { SourceSettings } from "./source-settings.ts";

/** `npm run operator -- <command>`: what operators do until they have a console. Source: design 6. */

/** Names of the sources that the settings say are asked. */
function namesOf({ personSources, bureauSources, stolen, match }: SourceSettings): readonly string[] {
  const own = [stolen && "stolen", match && "match"].filter((name) => name !== undefined);
  return [...new Set([...personSources, ...bureauSources, "mono", "vinaudit", ...own])];
}

const [name = "", ...args] = process.argv.slice(2);
if (!isCommand(name)) {
  if (name !== "") console.error(`${name} is no command.\n`);
  for (const line of help()) console.error(line);
  process.exit(name === "" ? 0 : 1);
}
try {
  const config = readConfig(process.env);
  const databases = await findDatabases(config, (sentence) => console.error(sentence));
  const onBroken = () => undefined;
  const owner = ownerPool(databases.url, onBroken);
  const pool = openPool({ url: databases.url, role: "idanimo_app", size: 1, name: "idanimo-operator", onBroken });
  const db = new Database(pool);
  try {
    const found = await owner.query<{ there: boolean }>("select to_regclass('price_items') is not null as there");
    if (!found.rows[0]?.there) throw new ConfigError("The product has never run on this database. Start it once.");
    const { lines, isWell } = await runCommand(
      { owner, db, ids: randomIds, sources: namesOf(config.sources) },
      name,
      args,
    );
    for (const line of lines) console.log(line);
    process.exitCode = isWell ? 0 : 1;
  } finally {
    await Promise.all([owner.end(), db.close()]);
    await databases.stop();
  }
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof EmbeddedError)) throw error;
  console.error(error.message);
  process.exit(1);
}
