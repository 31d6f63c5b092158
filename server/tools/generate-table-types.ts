// Writes the types of the tables, `src/database/tables.ts`, from a database that the migrations have just made.
import { writeFile } from "node:fs/promises";
import { Kysely, PostgresDialect } from "kysely";
import { startTestCluster } from "../src/database/embedded/testing.ts";
import { migrate } from "../src/database/migrate.ts";
import { openPool } from "../src/database/pools.ts";
import { generateTableTypes, tableTypesFile } from "./table-types.ts";

const cluster = await startTestCluster();
try {
  const pool = openPool({ url: cluster.adminUrl, size: 4, name: "generate-table-types", onConnectionError: () => {} });
  await migrate(pool);
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  await writeFile(tableTypesFile, await generateTableTypes(db));
  await db.destroy();
} finally {
  await cluster.stop();
}
