// Writes the types of the tables, `src/database/tables.ts`, from a database that the migrations have just made.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Kysely, PostgresDialect } from "kysely";
import { startEmbedded } from "../src/database/embedded/index.ts";
import { migrate } from "../src/database/migrate.ts";
import { openPool } from "../src/database/pools.ts";
import { generateTableTypes, tableTypesFile } from "./table-types.ts";

const dataDir = await mkdtemp(join(tmpdir(), "generate-table-types-"));
const server = await startEmbedded({ dataDir, durable: false, disposable: true });
try {
  const pool = openPool({
    url: server.url("postgres"),
    size: 4,
    name: "generate-table-types",
    onConnectionError: () => {},
  });
  await migrate(pool);
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  await writeFile(tableTypesFile, await generateTableTypes(db));
  await db.destroy();
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
