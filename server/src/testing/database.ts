import { createHash } from "node:crypto";
import { inspect } from "node:util";
import { openingPrices, openingRate } from "@idanimo/contract/price-items";
import pg from "pg";
import { inject } from "vitest";
import { Database } from "../database/database.ts";
import { ensureLogin, type Login, withLogin } from "../database/app-login.ts";
import { createTestDatabase as createDatabase, withDatabase } from "../database/embedded/testing.ts";
import { KeyStore } from "../database/key-store.ts";
import { migrate } from "../database/migrate.ts";
import { appRole, consoleRole, openPool } from "../database/pools.ts";
import { combinedChecksum, readSchemaFiles } from "../database/schema-files.ts";
import { Vault } from "../kernel/vault.ts";
import { seedPrices } from "../modules/pricing/index.ts";

/** A migrated product database for one test file, with its key database. */
export type TestDatabase = {
  /** With the role and limits of the running program. */
  readonly db: Database;
  readonly keys: KeyStore;
  readonly vault: Vault;
  /** As the owner, to arrange or inspect data without the program. */
  readonly owner: pg.Pool;
  /** For the owner. */
  readonly url: string;
  /** For the program's own connections. */
  readonly appUrl: string;
  readonly keysUrl: string;
  /** Moves `product_now()` this many milliseconds from the real time, for every later statement. */
  setClockOffset(ms: number): Promise<void>;
  /** Seals pending audit entries, then throws an error with every broken invariant. */
  checkInvariants(): Promise<void>;
  close(): Promise<void>;
};

/** The login in all test databases of a server. */
const login: Login = { name: "idanimo_test_login", password: "only-tests-know-it" };
/** Turns the owner's URL of a test database into the one for the program's own connections. */
export const appUrlOf = (url: string): string => withLogin(url, login);
/** The login of the operator console in all test databases. */
const consoleLogin: Login = { name: "idanimo_test_console_login", password: "only-tests-know-it" };
/** The same for the operator console's connections. */
export const consoleUrlOf = (url: string): string => withLogin(url, consoleLogin);

const templateLock = 72_010_002;

/** Copies the migrated template of the run; the first caller creates it while the others wait. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const adminUrl = inject("pgUrl");
  const main = await createDatabase(adminUrl, await migratedTemplate(adminUrl));
  const second = await createDatabase(adminUrl);
  const onBroken = () => {}; // open connections are cut at the end of a test
  const owner = openPool({ url: main.url, size: 4, name: "test-owner", onConnectionError: onBroken });
  const appUrl = appUrlOf(main.url);
  const db = new Database(
    openPool({ url: appUrl, role: appRole, size: 12, name: "test", onConnectionError: onBroken }),
  );
  const vault = new Vault(["a secret that only tests know, 32+"]);
  const keys = new KeyStore(
    openPool({ url: second.url, size: 4, name: "test-keys", onConnectionError: onBroken }),
    vault,
  );
  await keys.createTable();
  return {
    db,
    keys,
    vault,
    owner,
    url: main.url,
    appUrl,
    keysUrl: second.url,
    async setClockOffset(ms) {
      if (!Number.isInteger(ms)) throw new Error("setClockOffset: whole milliseconds only");
      await owner.query(
        `create or replace function product_now() returns timestamptz language sql stable parallel safe
         as $$ select clock_timestamp() + interval '${ms} milliseconds' $$`,
      );
    },
    async checkInvariants() {
      await owner.query("do $$ begin while seal_audit() > 0 loop end loop; end $$"); // a job does this every second in production
      const broken = await owner.query<{ invariant: string; detail: string }>(
        "select invariant, detail from check_invariants()",
      );
      if (broken.rows.length > 0)
        throw new Error(broken.rows.map(({ invariant, detail }) => `${invariant}: ${detail}`).join("\n"));
    },
    async close() {
      await Promise.all([db.close(), keys.close(), owner.end()]);
      await main.drop();
      await second.drop();
    },
  };
}

/** Name of a database with every migration, created once for all test files that share a server. */
async function migratedTemplate(adminUrl: string): Promise<string> {
  const name = `template_${await fingerprint()}`;
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await admin.query("select pg_advisory_lock($1)", [templateLock]);
    const known = await admin.query("select from pg_database where datname = $1", [name]);
    if (known.rowCount === 0) {
      // renamed when complete, so that an interrupted run leaves no incomplete template
      await admin.query(`drop database if exists ${name}_half with (force)`);
      await admin.query(`create database ${name}_half`);
      const pool = openPool({
        url: withDatabase(adminUrl, `${name}_half`),
        size: 2,
        name: "test-template",
        onConnectionError: () => {},
      });
      try {
        await migrate(pool);
        await seedPrices(new Database(pool));
        await ensureLogin(pool, login);
        await ensureLogin(pool, consoleLogin, consoleRole);
      } finally {
        await pool.end();
      }
      await admin.query(`alter database ${name}_half rename to ${name}`);
    }
  } finally {
    await admin.end(); // releases the lock
  }
  return name;
}

async function fingerprint(): Promise<string> {
  const hash = createHash("sha256");
  const { schema, migrations, functions, rowFunctions } = await readSchemaFiles();
  hash.update(combinedChecksum([...schema, ...migrations, ...functions, ...rowFunctions]));
  hash.update(inspect([openingPrices, openingRate], { depth: null }));
  return hash.digest("hex").slice(0, 16);
}
