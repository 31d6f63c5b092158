// Makes a clone ready to run: installs the packages when the lock file changed, builds the web and the server when their sources did.
// Runs on Node 18 and newer, since it runs before the project's own Node is there; so it is plain JavaScript.
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
