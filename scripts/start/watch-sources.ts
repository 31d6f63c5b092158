import { spawnSync } from "node:child_process";
import { statSync, watch } from "node:fs";
import { join } from "node:path";

import { root } from "../prepare/project-paths.mjs";

/**
 * Calls back when the sources changed, once for a burst of changes.
 * @param folders below the project's root
 */
export function watchSources(folders: readonly string[], then: () => void): void {
  let waiting: NodeJS.Timeout | undefined;
  for (const folder of folders)
    watch(join(root, folder), { recursive: true }, (_event, file) => {
      if (file && /\.test\.tsx?$|~$|^\./.test(file)) return;
      clearTimeout(waiting);
      waiting = setTimeout(then, 200);
    });
}

/** Rebuilds the web's pages. Returns whether there are new pages. */
export function rebuildWeb(): boolean {
  const built = () => statSync(join(root, "web", "build", "documents.json"), { throwIfNoEntry: false })?.mtimeMs;
  const before = built();
  const program = join(root, "scripts", "prepare.mjs");
  const { status } = spawnSync(process.execPath, [program], { cwd: root, stdio: "inherit" });
  return status === 0 && built() !== before;
}
