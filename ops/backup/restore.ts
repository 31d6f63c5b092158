import { chmod, chown, copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { completeConfiguration } from "./lib/server-configuration.ts";
import {
  type BaseBackup,
  baseBackupFolder,
  listBaseBackups,
  createParentFolders,
  walFolder,
} from "./lib/backup-folder.ts";
import { findMissingSegment } from "./lib/wal-segments.ts";
import { type Account, ownerOf, runRecovery, execFileAsync, CommandError } from "./lib/postgres-server.ts";
import { runCommand } from "../terminal.ts";

/**
 * `node ops/backup/restore.ts --from <folder> --to <empty folder> [--at "2026-11-20 14:03:10"] [--bin <folder of
 * PostgreSQL's programs>]`: restores the files of a server at a timestamp, in UTC; by default the latest one in the
 * WAL. Does not leave the server running.
 */

const { values } = parseArgs({
  options: { from: { type: "string" }, to: { type: "string" }, at: { type: "string" }, bin: { type: "string" } },
});

/** Lines of the server's output that an operator sees when it stops. */
const shownOutputLines = 10;

function parseTimestamp(text: string): Date {
  const at = new Date(`${text.replace(" ", "T")}Z`);
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d(\.\d{1,6})?)?$/.test(text) || Number.isNaN(at.getTime()))
    throw new CommandError(`--at ${text} is not a timestamp: write "2026-11-20 14:03:10", in UTC.`);
  return at;
}

/** The newest backup that was complete at the timestamp. */
function chooseBaseBackup(bases: readonly BaseBackup[], at: Date | undefined): BaseBackup {
  const base = bases.findLast(({ endedAt }) => !at || endedAt <= at);
  if (base) return base;
  const [oldest] = bases;
  throw new CommandError(
    oldest
      ? `Nothing before ${oldest.endedAt.toISOString()}, the time of the oldest backup, can be restored.`
      : "There is no complete backup.",
  );
}

async function restore(): Promise<readonly string[]> {
  const { from, to } = values;
  if (from === undefined || to === undefined)
    throw new CommandError("Give --from <folder of backups> and --to <empty folder>.");
  const folder = resolve(from);
  const data = resolve(to);
  const at = values.at === undefined ? undefined : parseTimestamp(values.at);
  const base = chooseBaseBackup(await listBaseBackups(folder), at);
  const missing = findMissingSegment(await readdir(walFolder(folder)), base.firstSegment);
  if (missing !== undefined)
    throw new CommandError(
      `The WAL has a gap: ${missing} is missing in ${walFolder(folder)}. Nothing after it can be restored, and nothing was changed.`,
    );
  const bin = values.bin ?? base.bin;
  if ((await readdir(data).catch(() => [])).length > 0) throw new CommandError(`${data} is not empty.`);

  const began = performance.now();
  const account = await ownerOf(walFolder(folder));
  await createParentFolders(data);
  await mkdir(data, { recursive: true, mode: 0o700 });
  if (account) await chown(data, account.uid, account.gid);
  try {
    await unpackBaseBackup(folder, base, data, account);
    await replayWal(bin, data, account, {
      restore_command: `cp ${walFolder(folder)}/%f "%p"`,
      ...(values.at !== undefined && {
        recovery_target_time: `${values.at} UTC`,
        recovery_target_action: "promote",
      }),
    });
  } catch (error) {
    for (const name of await readdir(data)) await rm(join(data, name), { recursive: true }); // it was empty: the next attempt requires that
    throw error;
  }
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  return [
    `${data} contains the server as of ${values.at ?? "the end of its WAL"}, from the backup of ${base.endedAt.toISOString()}, in ${seconds} s.`,
    "Start it and run after-restore before any program connects to it. Archiving is off: then run archive.ts and backup.ts with a new folder.",
  ];
}

/** Unpacks a backup into an empty folder: complete, without archiving, and ready to replay the WAL. */
async function unpackBaseBackup(
  folder: string,
  base: BaseBackup,
  data: string,
  account: Account | undefined,
): Promise<void> {
  await execFileAsync("tar", ["-C", data, "-xpf", join(baseBackupFolder(folder, base.name), "files.tar")]);
  await chmod(data, 0o700);
  await completeConfiguration(data, baseBackupFolder(folder, base.name), account);
  const settings = join(data, "postgresql.auto.conf");
  const others = (await readFile(settings, "utf8")).replaceAll(/^archive_.*\n/gm, "");
  await writeFile(settings, `${others}archive_mode = 'off'\n`); // its archive belongs to the old server
  await writeFile(join(data, "recovery.signal"), "");
  await copyFile(join(baseBackupFolder(folder, base.name), "backup_label"), join(data, "backup_label"));
  if (account)
    for (const name of ["recovery.signal", "backup_label"]) await chown(join(data, name), account.uid, account.gid);
}

/** Lets the server replay its WAL. @throws with its last lines if it does not reach the recovery target */
async function replayWal(
  bin: string,
  data: string,
  account: Account | undefined,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const own = await mkdtemp(join(tmpdir(), "restore-"));
  if (account) await chown(own, account.uid, account.gid);
  try {
    const output = await runRecovery(bin, data, own, settings);
    if (output === undefined) return;
    const isBeyond = output.includes("recovery ended before configured recovery target");
    throw new CommandError(
      [
        "The server could not replay its WAL to that time. Its last lines:",
        ...output.trimEnd().split("\n").slice(-shownOutputLines),
        ...(isBeyond
          ? ["Nothing was written after that time: give an earlier one, or none for everything there is."]
          : []),
        `${data} is empty again.`,
      ].join("\n"),
    );
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

await runCommand(restore);
