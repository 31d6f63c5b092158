import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";

import { EmbeddedError } from "./embedded-error.ts";

/** The account that PostgreSQL runs under. */
export type Account = { readonly name: string; readonly uid: number; readonly gid: number };

/** The environment of PostgreSQL's programs: nothing that could change how they work or their messages. */
export const serverEnvironment = { PATH: process.env["PATH"] ?? "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };

/**
 * The account to run PostgreSQL under, or undefined if this program's own is suitable. PostgreSQL does not run as
 * root, and its account needs a name in the account file.
 * @param cluster a database folder; if it exists, its owner is used
 */
export function accountForServer(cluster: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(cluster, { throwIfNoEntry: false })?.uid;
  const found =
    (owner ? findAccount(accountNameOf(owner)) : undefined) ??
    findAccount("postgres") ??
    addAccount("postgres") ??
    findAccount("nobody");
  if (!found)
    throw new EmbeddedError(
      "no_account",
      "PostgreSQL does not run as root and this machine has no account for it: add a system account named postgres, " +
        "start the program as another user, or set DATABASE_URL to a PostgreSQL 15 or newer of your own.",
    );
  return found;
}

function accountNameOf(uid: number): string {
  return spawnSync("id", ["-un", String(uid)], { encoding: "utf8" }).stdout.trim();
}

function findAccount(name: string): Account | undefined {
  if (!name) return undefined;
  const { stdout } = spawnSync("id", [name], { encoding: "utf8", env: serverEnvironment }); // output without localisation
  const [, uid, gid] = (/^uid=(\d+).*? gid=(\d+)/.exec(stdout) ?? []).map(Number);
  return uid && gid !== undefined ? { name, uid, gid } : undefined; // never root
}

function addAccount(name: string): Account | undefined {
  spawnSync("useradd", ["--system", "--no-create-home", "--user-group", name], { stdio: "ignore" });
  return findAccount(name);
}

/** Options for `spawn` that run a program under the account, which must be able to enter `cwd`. */
export function runAs(account: Account | undefined, cwd: string): { cwd: string; uid?: number; gid?: number } {
  return account ? { cwd, uid: account.uid, gid: account.gid } : { cwd };
}

/**
 * Whether the account can enter the folder and read its entries. Asks the system, so that access lists count too.
 */
export function canEnter(account: Account | undefined, folder: string): boolean {
  const { status } = spawnSync("/bin/sh", ["-c", 'cd "$0" && ls . >/dev/null 2>&1', folder], {
    ...runAs(account, "/"),
    stdio: "ignore",
  });
  return status === 0;
}
