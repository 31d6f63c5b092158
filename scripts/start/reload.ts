import { spawnSync } from "node:child_process";
import { watch } from "node:fs";
import { join } from "node:path";

import { root } from "../prepare/folders.mjs";

/**
 * Calls back when the sources changed, once for a burst of changes.
 * @param folders below the project's root
 */
export function whenChanged(folders: readonly string[], then: () => void): void {
  let waiting: NodeJS.Timeout | undefined;
  for (const folder of folders)
    watch(join(root, folder), { recursive: true }, (_event, file) => {
      if (file && /\.test\.tsx?$|~$|^\./.test(file)) return;
      clearTimeout(waiting);
      waiting = setTimeout(then, 200);
    });
}

/** Builds the web's pages again; the running server serves the new files. */
export function rebuildWeb(): void {
  spawnSync(process.execPath, [join(root, "scripts", "prepare.mjs")], { cwd: root, stdio: "inherit" });
}
