import { chmodSync, lstatSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { isGone } from "./prepare/exclusive-lock.mjs";

/**
 * Creates a folder for the data of one run of journeys. It is deleted when the run ends; one of a killed run is
 * deleted with the next run.
 * @param parent folder it is created in
 */
export function createDataFolder(parent: string): string {
  for (const name of readdirSync(parent)) {
    const [, pid] = /^idanimo-journeys-(\d+)-\w{6}$/.exec(name) ?? [];
    if (pid === undefined || !isGone(Number(pid))) continue;
    const left = join(parent, name);
    // another account's folder is not ours to delete, and another run may have been quicker
    if (lstatSync(left, { throwIfNoEntry: false })?.uid === process.getuid?.()) removeFolder(left);
  }
  const folder = mkdtempSync(join(parent, `idanimo-journeys-${process.pid}-`));
  chmodSync(folder, 0o755); // as root the database runs under another account, which needs access
  process.once("exit", () => removeFolder(folder));
  return folder;
}

/** Retries, since a program that used the folder may still write to it. */
const removeFolder = (folder: string) => rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
