import { execFile } from "node:child_process";
import { mkdir, readdir, readlink, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { inRoot } from "../../program.ts";

const run = promisify(execFile);
export const git = async (...args: readonly string[]) =>
  (await run("git", args, { cwd: inRoot("."), maxBuffer: 64_000_000 })).stdout.trim();

/** The files of a commit in a folder of their own, without packages. */
export async function checkOut(commit: string, tree: string): Promise<void> {
  await git("worktree", "add", "--detach", tree, commit);
}

export async function removeTree(tree: string): Promise<void> {
  await rm(tree, { recursive: true, force: true });
  await git("worktree", "prune");
}

/** Every package of a folder but our own, and but what tools keep there for themselves. */
const links = async (from: string, to: string) => {
  await mkdir(to);
  for (const name of await readdir(from))
    if (name !== "@idanimo" && !/^\.(?!bin$)/.test(name)) await symlink(join(from, name), join(to, name));
};

/** The packages of this version, for a tree that runs on the same. */
export async function linkPackages(tree: string): Promise<void> {
  await links(inRoot("node_modules"), join(tree, "node_modules"));
  await mkdir(join(tree, "node_modules/@idanimo"));
  for (const name of await readdir(inRoot("node_modules/@idanimo")))
    await symlink(
      join(tree, (await readlink(inRoot(`node_modules/@idanimo/${name}`))).replaceAll("../", "")),
      join(tree, "node_modules/@idanimo", name),
    );
  for (const room of ["bench", "contract", "sandbox", "server", "web"])
    await symlink(inRoot(`${room}/node_modules`), join(tree, room, "node_modules")).catch(() => undefined);
}
