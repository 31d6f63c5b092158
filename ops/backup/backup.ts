import { access, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { copyConfiguration } from "./lib/server-configuration.ts";
import { baseBackupFolder, createBackupFolder, pruneBackups, walFolder } from "./lib/backup-folder.ts";
import {
  findKeyDatabases,
  openServer,
  execFileAsync,
  type PostgresServer,
  CommandError,
} from "./lib/postgres-server.ts";
import { runCommand } from "../terminal.ts";

/**
 * `node ops/backup/backup.ts --to <folder> (--url <address> | --data <folder>) [--keep-hours <n>] [--every-hours
 * <n>]`: a base backup of a running server.
 * Together with the archived WAL, any later instant can be restored.
 */

const { values } = parseArgs({
  options: {
    to: { type: "string" },
    url: { type: "string" },
    data: { type: "string" },
    "keep-hours": { type: "string" },
    "every-hours": { type: "string" },
  },
});

/**
 * A backup of keys decrypts records that were purged since: none may be older than the retention of those records.
 */
const maxKeyBackupHours = 24;

/** Excluded paths: the server's own list for base backups. */
const excludedPaths = [
  "pg_wal/*",
  "pg_replslot/*",
  "pg_dynshmem/*",
  "pg_notify/*",
  "pg_serial/*",
  "pg_snapshots/*",
  "pg_stat_tmp/*",
  "pg_subtrans/*",
  "postmaster.pid",
  "postmaster.opts",
  "recovery.signal",
  "standby.signal",
  "backup_label.old",
];

type BackupRetention = {
  /** Older backups are deleted before this one is made; undefined: none is deleted. */
  readonly hours: number | undefined;
  /** Delete the newest too: it decrypts expired keys, and no backup is better. */
  readonly newestToo: boolean;
};

function readHoursOption(option: "keep-hours" | "every-hours"): number | undefined {
  const text = values[option];
  const hours = text === undefined ? undefined : Number(text);
  if (hours !== undefined && !(Number.isInteger(hours) && hours > 0))
    throw new CommandError(`--${option} must be an integer above 0.`);
  return hours;
}

async function retentionOf(server: PostgresServer): Promise<BackupRetention> {
  const [hours, every] = [readHoursOption("keep-hours"), readHoursOption("every-hours")];
  const keys = await findKeyDatabases(server);
  if (keys.length === 0) return { hours, newestToo: false };
  if (hours === undefined || every === undefined || hours > maxKeyBackupHours || every >= hours)
    throw new CommandError(
      `This server has record keys (${keys.join(", ")}), and a backup of them decrypts records that are purged later. Give --keep-hours of at most ${maxKeyBackupHours}, and in --every-hours the interval of this command, which must be shorter.`,
    );
  // what is not deleted now stays until the next run
  return { hours: hours - every, newestToo: true };
}

const fileExists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Copies the files while the server writes on; its WAL makes them consistent. */
async function createBaseBackup(server: PostgresServer, folder: string): Promise<string> {
  const { client, data } = server;
  const started = await client.query<{ segment: string }>(
    "select pg_walfile_name(pg_backup_start('idanimo', fast => true)) as segment",
  );
  const part = baseBackupFolder(folder, `${new Date().toISOString().replaceAll(/[:.]/g, "-")}.part`);
  await mkdir(part, { mode: 0o700 });
  await execFileAsync(
    "tar",
    [
      "-C",
      data,
      "--anchored",
      ...excludedPaths.map((path) => `--exclude=./${path}`),
      "-cf",
      join(part, "files.tar"),
      ".",
    ],
    { maxBuffer: 1e8 },
  ).catch((error: Error & { code?: unknown; stderr?: string }) => {
    // 1: a file changed or vanished while it was read, which is normal
    if (error.code !== 1) throw new CommandError(`The files could not be copied: ${error.stderr ?? error.message}`);
  });
  await copyConfiguration(server, part);
  const stopped = await client.query<{ label: string; spaces: string; last: string; at: Date }>(
    `select labelfile as label, coalesce(spcmapfile, '') as spaces, pg_walfile_name(lsn) as last, clock_timestamp() as at
     from pg_backup_stop(wait_for_archive => false)`,
  );
  const [end] = stopped.rows;
  if (!end) throw new CommandError("The server did not report the end of the backup.");
  if (end.spaces.trim() !== "")
    throw new CommandError("The server has tablespaces outside its data directory, which these commands do not copy.");
  await writeFile(join(part, "backup_label"), end.label, { mode: 0o600 });
  await client.query("select pg_switch_wal()");
  for (let waited = 0; !(await fileExists(join(walFolder(folder), end.last))); waited += 100) {
    if (waited > 60_000)
      throw new CommandError(
        `The WAL up to the end of the backup (${end.last}) does not arrive in ${walFolder(folder)}: see archive_command in the server's log.`,
      );
    await sleep(100);
  }
  const about = { endedAt: end.at, firstSegment: started.rows[0]?.segment, version: server.version, bin: server.bin };
  await writeFile(join(part, "about.json"), JSON.stringify(about), { mode: 0o600 });
  await execFileAsync("sync", ["-f", part]);
  const name = end.at.toISOString().replaceAll(/[:.]/g, "-");
  await rename(part, baseBackupFolder(folder, name));
  return name;
}

async function backup(): Promise<readonly string[]> {
  if (values.to === undefined) throw new CommandError("Give --to <folder>.");
  const folder = resolve(values.to);
  const server = await openServer(values);
  try {
    const { hours, newestToo } = await retentionOf(server);
    const archiving = await server.client.query<{ on: boolean }>(
      "select current_setting('archive_mode') <> 'off' and position($1 in current_setting('archive_command')) > 0 as on",
      [walFolder(folder)],
    );
    if (!archiving.rows[0]?.on)
      throw new CommandError(
        `The server does not archive its WAL to ${walFolder(folder)}: run archive.ts --to ${folder} first.`,
      );
    await createBackupFolder(folder, server.data);
    for (const name of await listUnfinishedBackups(folder))
      await rm(baseBackupFolder(folder, name), { recursive: true });
    // first, so that a failing backup does not extend the life of older ones
    const pruned = hours === undefined ? [] : await pruneBackups(folder, hours, new Date(), { newestToo });
    const name = await createBaseBackup(server, folder);
    if (hours !== undefined) await pruneBackups(folder, hours, new Date()); // the WAL of the old backups, if none of them was left
    return [
      `${baseBackupFolder(folder, name)} is complete.`,
      ...pruned.map((one) => `${one} was deleted: older than ${hours} hours.`),
    ];
  } finally {
    await server.client.end();
  }
}

/** Backups that were never completed. */
async function listUnfinishedBackups(folder: string): Promise<readonly string[]> {
  return (await readdir(baseBackupFolder(folder))).filter((name) => name.endsWith(".part"));
}

await runCommand(backup);
