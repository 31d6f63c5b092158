import { ConfigError, readConfig } from "./config.ts";
import { EmbeddedError } from "./database/embedded/index.ts";
import { findDatabases, ownerPool } from "./databases.ts";
import { commands } from "./modules/operators/index.ts";

/** `npm run operator -- <command>`: what operators do until they have a console. Source: design 6. */

const [name = ""] = process.argv.slice(2);
const command = commands[name];
if (!command) {
  console.error("Usage: npm run operator -- <command>\n");
  for (const [known, { about }] of Object.entries(commands)) console.error(`  ${known.padEnd(18)} ${about}`);
  process.exit(name === "" ? 0 : 1);
}
try {
  const databases = await findDatabases(readConfig(process.env), (sentence) => console.error(sentence));
  const owner = ownerPool(databases.url, () => undefined);
  try {
    const { lines, isWell } = await command.run(owner);
    for (const line of lines) console.log(line);
    process.exitCode = isWell ? 0 : 1;
  } finally {
    await owner.end();
    await databases.stop();
  }
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof EmbeddedError)) throw error;
  console.error(error.message);
  process.exit(1);
}
