import { chmod, chown, mkdir, readdir, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { servedSegments } from "./segments.ts";
import { ownerOf, Wrong } from "./server.ts";

/** The folder of backups: `wal/` with the log of changes, `base/<moment>/` with whole copies. */

export type Base = {
  /** Folder, named by its end. */
  readonly name: string;
  /** When the copy was whole: from then on any moment can be restored. */
  readonly endedAt: Date;
  readonly firstSegment: string;
  readonly version: number;
  /** Folder of the server's programs. */
  readonly bin: string;
};

export const walOf = (folder: string) => join(folder, "wal");
export const baseOf = (folder: string, name = "") => join(folder, "base", name);

/** Makes the folder for a server: only its account, and root, can enter. Folders above it are made for every account to pass. */
export async function makeFolder(folder: string, data: string): Promise<void> {
  const who = await ownerOf(data);
  await makeParent(folder);
  for (const path of [folder, walOf(folder), baseOf(folder)]) {
    const made = await mkdir(path, { recursive: true, mode: 0o700 });
    if (who && (made || path === walOf(folder))) await chown(path, who.uid, who.gid);
  }
}

/** Makes the folders above one, which other accounts can pass through whatever our umask is. */
export async function makeParent(folder: string): Promise<void> {
  const parent = dirname(folder);
  const first = await mkdir(parent, { recursive: true, mode: 0o755 });
  for (let made = parent; first !== undefined && made.startsWith(first); made = dirname(made)) await chmod(made, 0o755);
}

/** Copies that are whole, oldest first. */
export async function basesIn(folder: string): Promise<readonly Base[]> {
  const names = await readdir(baseOf(folder)).catch(() => {
    throw new Wrong(`${folder} holds no backup.`);
  });
  const all: Base[] = [];
  for (const name of names.filter((one) => !one.endsWith(".part")).sort()) {
    const about: { endedAt: string; firstSegment: string; version: number; bin: string } = JSON.parse(
      await readFile(join(baseOf(folder, name), "about.json"), "utf8"),
    );
    all.push({ ...about, name, endedAt: new Date(about.endedAt) });
  }
  return all;
}

/**
 * Removes copies older than so many hours, and the log that no other needs. The newest stays whatever its age, unless it may not:
 * then nothing but the log is left.
 * @returns their names
 */
export async function prune(
  folder: string,
  hours: number,
  now: Date,
  { newestToo = false } = {},
): Promise<readonly string[]> {
  const bases = await basesIn(folder);
  const old = (newestToo ? bases : bases.slice(0, -1)).filter(
    ({ endedAt }) => now.getTime() - endedAt.getTime() > hours * 3_600_000,
  );
  for (const { name } of old) await rm(baseOf(folder, name), { recursive: true });
  const [oldest] = bases.slice(old.length);
  if (oldest)
    for (const name of servedSegments(await readdir(walOf(folder)), oldest.firstSegment))
      await rm(join(walOf(folder), name));
  return old.map(({ name }) => name);
}
