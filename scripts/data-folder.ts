import { chmodSync, lstatSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { isGone } from "./prepare/exclusive-lock.mjs";

/**
 * A new folder for the data of one run of journeys. It goes with the run; one that a killed run left goes with the next.
 * @param parent folder it is made in
 */
export function createDataFolder(parent: string): string {
  for (const name of readdirSync(parent)) {
    const [, pid] = /^idanimo-journeys-(\d+)-\w{6}$/.exec(name) ?? [];
    if (pid === undefined || !isGone(Number(pid))) continue;
    const left = join(parent, name);
    // another account's is not ours to remove, and another run may have been quicker
    if (lstatSync(left, { throwIfNoEntry: false })?.uid === process.getuid?.()) removeFolder(left);
  }
  const folder = mkdtempSync(join(parent, `idanimo-journeys-${process.pid}-`));
  chmodSync(folder, 0o755); // as root the database runs under another account, which must come in
  process.once("exit", () => removeFolder(folder));
  return folder;
}

/** What worked in it may write its last meanwhile. */
const removeFolder = (folder: string) => rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
