// Makes a clone ready to run: installs the packages if the lock file changed, builds web and server if their
// sources did. It runs before the project's own Node is installed, so it is plain JavaScript for Node 18 and newer.
import { ensureInstalled } from "./prepare/ensure-installed.mjs";
import { alone } from "./prepare/exclusive-lock.mjs";
import { ensureBuilt } from "./prepare/ensure-built.mjs";

try {
  await alone(() => {
    ensureInstalled();
    ensureBuilt();
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
