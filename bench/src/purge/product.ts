import { writeFile } from "node:fs/promises";
import pg from "pg";
import { initCluster, startCluster } from "../floor/postgres.ts";
import { setProductClock } from "../product-clock.ts";
import { freePort, newFolder, removeFolder, serverEntry, type Started, startProgram, stop } from "../program.ts";

/** A main and a key database of their own, durable as PostgreSQL comes, and programs that are started on them. */
export type Product = {
  readonly owner: pg.Client;
  readonly keys: pg.Client;
  readonly sandboxPort: number;
  /** Another program on these databases. @returns it, and where it listens */
  start(roles: "api" | "jobs" | "api,jobs"): Promise<{ readonly server: Started; readonly url: string }>;
  startSandbox(): Promise<Started>;
  /** Moves the product's clock to a moment, or back to the real time. */
  setClock(moment: Date | "now"): Promise<void>;
};

const folder = await newFolder();
await initCluster(folder);
await writeFile(`${folder}/pg/postgresql.auto.conf`, "max_connections = 200\nmax_wal_size = '4GB'\n");
const cluster = await startCluster(folder);
// a host, as a setting has one; the folder of the socket wins
const addressOf = (database: string) => cluster.url.replace("@/postgres?", `@localhost/${database}?`);

async function connect(database: string): Promise<pg.Client> {
  const client = new pg.Client(addressOf(database));
  client.on("error", () => undefined); // the server is stopped behind it where the benchmark failed
  await client.connect();
  return client;
}

/** @param name of its databases; its tables and example accounts are there when this returns */
export async function openProduct(name: string): Promise<Product> {
  const admin = new pg.Client(cluster.url);
  await admin.connect();
  for (const database of [name, `${name}_keys`]) await admin.query(`create database ${database}`);
  await admin.end();
  const sandboxPort = await freePort();
  const settings = {
    DATA_DIR: `${folder}/${name}`,
    DATABASE_URL: addressOf(name),
    KEYS_DATABASE_URL: addressOf(`${name}_keys`),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(await freePort()),
    LOG_LEVEL: "error",
    CAPTCHA_COST: "1",
    BULK_RECORDS_MOST: "100000",
    LIMITS: ["bulk_account", "lookup_account", "export_account"].map((one) => `${one}=100000000`).join(","),
  };
  const start: Product["start"] = async (roles) => {
    const port = await freePort();
    const server = await startProgram(serverEntry, { ...settings, PORT: String(port), ROLES: roles });
    return { server, url: `http://127.0.0.1:${port}` };
  };
  await stop((await start("api")).server);
  const owner = await connect(name);
  return {
    owner,
    keys: await connect(`${name}_keys`),
    sandboxPort,
    start,
    startSandbox: () => startProgram("sandbox/src/main.ts", settings),
    setClock: (moment) => setProductClock(owner, moment === "now" ? 0 : moment),
  };
}

export async function closeProduct({ owner, keys }: Product): Promise<void> {
  await owner.end();
  await keys.end();
}

export async function closeAll(): Promise<void> {
  await cluster.stop();
  await removeFolder(folder);
}
