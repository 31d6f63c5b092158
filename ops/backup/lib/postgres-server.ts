import { execFile, spawn } from "node:child_process";
import { chown, readFile, readlink, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";

/** A PostgreSQL server whose files are on this machine. */

export const execFileAsync = promisify(execFile);

/** A mistake that the operator can fix. */
export class CommandError extends Error {}

const lineOf = (text: string, line: number) => text.split("\n")[line]?.trim() ?? "";

/** The connection URL of the server that runs on a data directory, from its postmaster.pid. */
async function connectionUrlOf(data: string): Promise<string> {
  const note = await readFile(join(data, "postmaster.pid"), "utf8").catch(() => {
    throw new CommandError(`No server runs on ${data}: start it first.`);
  });
  const socket = lineOf(note, 4).split(",")[0] ?? "";
  return `postgresql://postgres@/postgres?host=${encodeURIComponent(socket)}&port=${lineOf(note, 3)}`;
}

/**
 * Why a server may not be backed up from here; undefined if it may.
 * @param backend process id that the connected server reports for itself
 * @param parentOf the parent of a process on this machine; undefined if there is no such process
 */
export function findBackupObstacle(
  found: { readonly isStandby: boolean; readonly backend: number },
  postmaster: number,
  parentOf: (pid: number) => number | undefined,
): string | undefined {
  if (found.isStandby) return "This server is a standby: take the backup of the primary, on the primary's machine.";
  if (parentOf(found.backend) === postmaster) return undefined;
  return "The server at this address is not the one whose files are here: a proxy leads to another machine. Run this on the primary's machine, with --data or its own address.";
}

async function readParentLookup(pid: number): Promise<(pid: number) => number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const parent = /^PPid:\s+(\d+)$/m.exec(status)?.[1];
  return (of) => (of === pid && parent !== undefined ? Number(parent) : undefined);
}

export type PostgresServer = {
  readonly client: pg.Client;
  readonly url: string;
  /** Its data directory. */
  readonly data: string;
  /** Folder of its programs. */
  readonly bin: string;
  /** Major version. */
  readonly version: number;
};

/**
 * The message for a failed connection. Debian's servers accept `postgres` over the socket from that system account
 * only.
 */
export function connectionProblem(message: string): string {
  const [, name] = /^Peer authentication failed for user "([\w-]+)"/.exec(message) ?? [];
  const hint = name === undefined ? "." : `: run this under that system account, as runuser -u ${name} -- node …`;
  return `Cannot connect to the server: ${message}${hint}`;
}

/** Connects to a server by its URL, or by its data directory, as an account that may take backups. */
export async function openServer(of: { readonly url?: string; readonly data?: string }): Promise<PostgresServer> {
  const url = of.url ?? (of.data === undefined ? undefined : await connectionUrlOf(of.data));
  if (url === undefined) throw new CommandError("Give --url or --data.");
  const client = new pg.Client({ connectionString: url, application_name: "idanimo-backup" });
  await client.connect().catch((error: Error) => {
    throw new CommandError(connectionProblem(error.message));
  });
  try {
    return await inspectServer(client, url);
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function inspectServer(client: pg.Client, url: string): Promise<PostgresServer> {
  const found = await client.query<{
    data: string;
    version: number;
    segment: string;
    isStandby: boolean;
    backend: number;
  }>(
    `select current_setting('data_directory') as data, current_setting('server_version_num')::int / 10000 as version,
       current_setting('wal_segment_size') as segment, pg_is_in_recovery() as "isStandby", pg_backend_pid() as backend`,
  );
  const [row] = found.rows;
  if (!row)
    throw new CommandError(
      "The server does not report its data directory: connect as an account that may read its settings.",
    );
  if (row.segment !== "16MB")
    throw new CommandError(`Its WAL segments are ${row.segment}; these commands support only 16MB.`);
  const pid = await readFile(join(row.data, "postmaster.pid"), "utf8").catch(() => undefined);
  if (pid === undefined)
    throw new CommandError(
      `Its files (${row.data}) cannot be read here: run this on its machine, as root or its own account.`,
    );
  const error = findBackupObstacle(row, Number(lineOf(pid, 0)), await readParentLookup(row.backend));
  if (error !== undefined) throw new CommandError(error);
  const program = await readlink(`/proc/${lineOf(pid, 0)}/exe`).catch(() => "");
  return { client, url, data: row.data, bin: program === "" ? "" : dirname(program), version: row.version };
}

/** Names of the databases that contain record keys. */
export async function findKeyDatabases({ client, url }: PostgresServer): Promise<readonly string[]> {
  const all = await client.query<{ name: string }>(
    "select datname as name from pg_database where datallowconn and not datistemplate",
  );
  const found: string[] = [];
  for (const { name } of all.rows) {
    const parsed = new URL(url.replace("@/", "@localhost/"));
    parsed.pathname = `/${encodeURIComponent(name)}`;
    const one = new pg.Client({ connectionString: parsed.href });
    await one.connect();
    const there = await one.query<{ there: boolean }>("select to_regclass('record_keys') is not null as there");
    await one.end();
    if (there.rows[0]?.there) found.push(name);
  }
  return found;
}

export type Account = { readonly uid: number; readonly gid: number };

/** The account that owns the files and runs their server; undefined if it is our own. */
export async function ownerOf(path: string): Promise<Account | undefined> {
  const { uid, gid } = await stat(path);
  return process.getuid?.() === 0 && uid !== 0 ? { uid, gid } : undefined;
}

/**
 * Starts a server that replays its WAL up to the recovery target, and stops it in order. It accepts no connections,
 * and reads no configuration but `postgresql.auto.conf`: the files of its old machine may name another data
 * directory, libraries or certificates.
 * @param folder empty, for its socket and the configuration of this one run; owned by the server's account
 * @param settings such as the recovery target
 * @returns its output, if it ended before that
 */
export async function runRecovery(
  bin: string,
  data: string,
  folder: string,
  settings: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const account = await ownerOf(data);
  const files = { "postgresql.conf": "", "pg_hba.conf": "local all all reject\n", "pg_ident.conf": "" };
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), text);
    if (account) await chown(join(folder, name), account.uid, account.gid);
  }
  const given = {
    config_file: join(folder, "postgresql.conf"),
    hba_file: join(folder, "pg_hba.conf"),
    ident_file: join(folder, "pg_ident.conf"),
    listen_addresses: "",
    hot_standby: "off",
    archive_mode: "off",
    log_destination: "stderr",
    logging_collector: "off",
    ...settings,
  };
  const args = Object.entries(given).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(join(bin, "postgres"), ["-D", data, "-k", folder, ...args], {
    ...account,
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let message = "";
  child.stderr.on("data", (chunk: Buffer) => (message = (message + chunk.toString()).slice(-20_000)));
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve())); // and all its output is read
  child.once("error", (error) => (message += error.message));
  for (;;) {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) {
      await ended;
      return message;
    }
    const note = await readFile(join(data, "postmaster.pid"), "utf8").catch(() => "");
    if (lineOf(note, 7) === "ready") break;
    await sleep(20);
  }
  child.kill("SIGINT");
  await ended;
  return undefined;
}
