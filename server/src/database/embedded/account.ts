import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";

import { EmbeddedError } from "./embedded-error.ts";

/** The account PostgreSQL runs under. Undefined ids mean: the account of this program. */
export type Account = { readonly name: string; readonly uid: number; readonly gid: number };

/** What PostgreSQL's programs see of the environment: nothing that could change how they work or speak. */
export const serverEnvironment = { PATH: process.env["PATH"] ?? "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };

/**
 * The account to run PostgreSQL under, or undefined when this program's own will do.
 * PostgreSQL refuses to run as root, and its account needs a name in the account file.
 * @param cluster a database folder which, if it exists, goes on under the account that owns it
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
  const { stdout } = spawnSync("id", [name], { encoding: "utf8", env: serverEnvironment }); // in words of no language
  const [, uid, gid] = (/^uid=(\d+).*? gid=(\d+)/.exec(stdout) ?? []).map(Number);
  return uid && gid !== undefined ? { name, uid, gid } : undefined; // nothing runs as 0
}

function addAccount(name: string): Account | undefined {
  spawnSync("useradd", ["--system", "--no-create-home", "--user-group", name], { stdio: "ignore" });
  return findAccount(name);
}

/** Options for `spawn` that run a program under the account; `cwd` must be enterable by it. */
export function runAs(account: Account | undefined, cwd: string): { cwd: string; uid?: number; gid?: number } {
  return account ? { cwd, uid: account.uid, gid: account.gid } : { cwd };
}

/** Whether the account can enter the folder and read what is directly in it. Asked of the system, so that access lists count too. */
export function canEnter(account: Account | undefined, folder: string): boolean {
  const { status } = spawnSync("/bin/sh", ["-c", 'cd "$0" && ls . >/dev/null 2>&1', folder], {
    ...runAs(account, "/"),
    stdio: "ignore",
  });
  return status === 0;
}
