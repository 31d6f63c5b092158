import { createHash, randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, realpath, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";

import { type Account, canEnter } from "./account.ts";
import { EmbeddedError, explainFileError } from "./embedded-error.ts";

/** Where a cluster is stored: `base` contains its folder and its log. */
export type ClusterLocation = { readonly base: string; readonly cluster: string; readonly log: string };

/** Unix socket paths have at most 107 bytes; the server adds "/.s.PGSQL.5432.lock" to the folder. */
const socketFolderMaxLength = 107 - "/.s.PGSQL.5432.lock".length;

/** The folder of this program's state outside the project: the system's for root, otherwise the user's. */
export function stateFolder(): string {
  if (process.getuid?.() === 0) return "/var/lib/idanimo";
  return join(process.env["XDG_STATE_HOME"] || join(homedir(), ".local", "state"), "idanimo");
}

/**
 * Chooses where the database of a data folder is stored, and creates the folder. It is the data folder itself,
 * unless the account cannot enter it (root in its own folder). Then it is in the state folder, and a note in the
 * data folder names it, so that a new clone at the same path starts with a new database that fits its new keys. The
 * choice is permanent, whatever happens to permissions later.
 */
export async function chooseClusterLocation(dataDir: string, account: Account | undefined): Promise<ClusterLocation> {
  const wanted = resolve(dataDir);
  try {
    await mkdir(wanted, { recursive: true });
    const base = await realpath(wanted);
    if (!account) return clusterLocationIn(base);
    const enterable = canEnter(account, base);
    if (existsSync(clusterLocationIn(base).cluster)) {
      if (enterable) return clusterLocationIn(base);
      throw new EmbeddedError(
        "unreachable_data",
        `The account ${account.name} can no longer enter ${base}, where the database is: allow it to pass through the folder and those above it.`,
      );
    }
    const elsewhere = await readRecordedLocation(base, !enterable);
    return clusterLocationIn(elsewhere ?? base);
  } catch (error) {
    throw explainFileError(error, wanted);
  }
}

async function readRecordedLocation(base: string, wanted: boolean): Promise<string | undefined> {
  const note = join(base, "database-is-elsewhere");
  if (existsSync(note)) return readFileSync(note, "utf8").trim();
  if (!wanted) return undefined;
  const mark = createHash("sha256").update(base).digest("hex").slice(0, 12);
  const elsewhere = join(stateFolder(), `${mark}-${randomBytes(4).toString("hex")}`);
  await makeTraversableFolder(elsewhere);
  await writeFile(note, `${elsewhere}\n`, { mode: 0o600 });
  return elsewhere;
}

/** Creates a folder below the state folder that other accounts can pass through, whatever the umask is. */
export async function makeTraversableFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const at of [stateFolder(), folder]) await chmod(at, 0o755);
}

export function clusterLocationIn(base: string): ClusterLocation {
  return { base, cluster: join(base, "postgres"), log: join(base, "postgres.log") };
}

const socketFolderPrefix = "idanimo-";

/** Whether `newSocketFolder` creates such a path. */
export function isSocketFolder(path: string): boolean {
  return new RegExp(`^${socketFolderPrefix}[A-Za-z0-9]{6}$`).test(basename(path));
}

/**
 * Creates a folder for the server's socket that only the account (and root) can enter, so that no password is
 * needed.
 */
export async function newSocketFolder(account: Account | undefined): Promise<string> {
  const temporary = tmpdir();
  const fits = Buffer.byteLength(join(temporary, `${socketFolderPrefix}XXXXXX`)) <= socketFolderMaxLength;
  const folder = await mkdtemp(join(fits && canEnter(account, temporary) ? temporary : "/tmp", socketFolderPrefix));
  if (account) await chown(folder, account.uid, account.gid);
  return folder;
}
