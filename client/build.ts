// Compiles the client to `build/`: JavaScript modules with their types, and nothing else to install.
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";

const folder = import.meta.dirname;
rmSync(join(folder, "build"), { recursive: true, force: true });
execFileSync(join(folder, "../node_modules/.bin/tsc"), ["-p", join(folder, "tsconfig.build.json")], {
  stdio: "inherit",
});
