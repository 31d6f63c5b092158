// Runs the complete product: the sandbox, then the server, and ends both in order. With --dev it restarts the
// server, or rebuilds the web, when their sources change.
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";

import { root } from "./prepare/project-paths.mjs";
import { onNpmExit } from "./start/npm-parent.ts";
import { describeExit, type Service, startService } from "./start/service.ts";
import { parseSandboxReady, parseServerReady, welcomeLines } from "./start/ready-messages.ts";
import { rebuildWeb, watchSources } from "./start/watch-sources.ts";
import { readStartSettings, sandboxSettings, serverSettings } from "./start/settings.ts";
import { print, printError } from "./start/terminal.ts";

const startedAt = Date.now();
const settingsFile = join(root, ".env");
if (existsSync(settingsFile)) process.loadEnvFile(settingsFile); // the environment takes precedence over the file
const isDevelopment = process.argv.includes("--dev");
const startSettings = await readStartSettings(process.env).catch((error: Error) => {
  printError(error.message);
  process.exit(1);
});
/** Running programs, the one to end first in front. */
const services: Service[] = [];
let shutdownPromise: Promise<void> | undefined;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => {
    if (shutdownPromise && signal === "SIGINT") process.exit(130); // second Ctrl-C: the programs see their standard input close and end
    shutdownPromise ??= shutDown("Stopping …", 0);
  });
onNpmExit(() => {
  shutdownPromise ??= shutDown("The npm that started this has ended: stopping.", 1);
});

if (process.env["WATCH_STDIN"])
  process.stdin.resume().once("end", () => {
    shutdownPromise ??= shutDown("The parent process has ended: stopping.", 1);
  });

createDataFolder();
const sandbox = startSettings.usesSandbox
  ? await runService("sandbox", sandboxSettings(startSettings, process.env))
  : undefined;
const sandboxReady = parseSandboxReady(sandbox);
if (!shutdownPromise) await runServer();
if (isDevelopment) restartOnChanges();

function createDataFolder(): void {
  try {
    mkdirSync(startSettings.dataDir, { recursive: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    printError(`The data folder DATA_DIR=${startSettings.dataDir} cannot be created: ${reason}`);
    process.exit(1);
  }
}

async function runServer(from = startedAt): Promise<void> {
  const words = await runService("server", serverSettings(startSettings, sandboxReady));
  if (words === undefined || shutdownPromise) return; // it has ended, which was reported already
  const ready = parseServerReady(words);
  const seconds = (Date.now() - from) / 1000;
  const sandboxUrl = sandbox ? `http://127.0.0.1:${startSettings.sandboxPort}` : undefined;
  if (!ready) shutdownPromise ??= shutDown("The server did not report that it is ready.", 1);
  else if (from !== startedAt) print(`Ready again after ${seconds.toFixed(1)} s: ${ready.url}`);
  else print(...welcomeLines(ready, sandboxUrl, startSettings.dataDir, seconds));
}

/** Starts a program and waits until it is ready. If it ends on its own, now or later, everything ends. */
async function runService(name: string, settings: Record<string, string>): Promise<unknown> {
  // as it was built, except in development
  const program = name === "server" && !isDevelopment ? "build/main.js" : "src/main.ts";
  const part = startService(name, join(root, name, program), settings);
  services.unshift(part);
  void part.ended.then((how) => {
    if (!services.includes(part)) return; // ended by us
    services.splice(services.indexOf(part), 1);
    if (isDevelopment && name === "server") printError(`The server ended ${describeExit(how)}; waiting for a change.`);
    else shutdownPromise ??= shutDown(`The ${name} ended ${describeExit(how)}, so the rest stops too.`, 1);
  });
  return part.ready;
}

async function shutDown(why: string, code: number): Promise<void> {
  printError(why);
  let worst = code;
  for (let part = services.shift(); part; part = services.shift()) if ((await part.stop()).code !== 0) worst = 1;
  process.exit(worst);
}

function restartOnChanges(): void {
  let again: Promise<void> = Promise.resolve();
  const restartServer = (why: string) => {
    again = again.then(async () => {
      if (shutdownPromise) return;
      print(`${why}: starting the server again.`);
      const from = Date.now();
      const running = services.find(({ name }) => name === "server");
      if (running) services.splice(services.indexOf(running), 1);
      await running?.stop();
      await runServer(from);
    });
  };
  watchSources(["server/src", "contract/src"], () => restartServer("The server's sources changed"));
  watchSources(["web/src", "contract/src"], () => {
    if (rebuildWeb()) restartServer("The web pages changed");
  });
}
