import { chmod, chown, mkdir, readdir, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { unneededSegments } from "./wal-segments.ts";
import { ownerOf, CommandError } from "./postgres-server.ts";

/** The folder of backups: `wal/` with the archived WAL, `base/<timestamp>/` with base backups. */

export type BaseBackup = {
  /** Name of its folder, from its end. */
  readonly name: string;
  /** When the backup was consistent: from then on any instant can be restored. */
  readonly endedAt: Date;
  readonly firstSegment: string;
  readonly version: number;
  /** Folder of the server's programs. */
  readonly bin: string;
};

export const walFolder = (folder: string) => join(folder, "wal");
export const baseBackupFolder = (folder: string, name = "") => join(folder, "base", name);

/**
 * Creates the folder for a server: only its account and root have access. Its parent folders are created for every
 * account to pass.
 */
export async function createBackupFolder(folder: string, data: string): Promise<void> {
  const who = await ownerOf(data);
  await createParentFolders(folder);
  for (const path of [folder, walFolder(folder), baseBackupFolder(folder)]) {
    const made = await mkdir(path, { recursive: true, mode: 0o700 });
    if (who && (made || path === walFolder(folder))) await chown(path, who.uid, who.gid);
  }
}

/** Creates the parent folders, which other accounts can pass whatever our umask is. */
export async function createParentFolders(folder: string): Promise<void> {
  const parent = dirname(folder);
  const first = await mkdir(parent, { recursive: true, mode: 0o755 });
  for (let made = parent; first !== undefined && made.startsWith(first); made = dirname(made)) await chmod(made, 0o755);
}

/** Complete backups, oldest first. */
export async function listBaseBackups(folder: string): Promise<readonly BaseBackup[]> {
  const names = await readdir(baseBackupFolder(folder)).catch(() => {
    throw new CommandError(`${folder} contains no backup.`);
  });
  const all: BaseBackup[] = [];
  for (const name of names.filter((one) => !one.endsWith(".part")).sort()) {
    const about: { endedAt: string; firstSegment: string; version: number; bin: string } = JSON.parse(
      await readFile(join(baseBackupFolder(folder, name), "about.json"), "utf8"),
    );
    all.push({ ...about, name, endedAt: new Date(about.endedAt) });
  }
  return all;
}

/**
 * Deletes backups older than this many hours, and the WAL that no other needs. The newest stays whatever its age,
 * unless `newestToo`: then only the WAL is left.
 * @returns their names
 */
export async function pruneBackups(
  folder: string,
  hours: number,
  now: Date,
  { newestToo = false } = {},
): Promise<readonly string[]> {
  const bases = await listBaseBackups(folder);
  const old = (newestToo ? bases : bases.slice(0, -1)).filter(
    ({ endedAt }) => now.getTime() - endedAt.getTime() > hours * 3_600_000,
  );
  for (const { name } of old) await rm(baseBackupFolder(folder, name), { recursive: true });
  const [oldest] = bases.slice(old.length);
  if (oldest)
    for (const name of unneededSegments(await readdir(walFolder(folder)), oldest.firstSegment))
      await rm(join(walFolder(folder), name));
  return old.map(({ name }) => name);
}
