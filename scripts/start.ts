// Runs the whole product: the sandbox, then the server, and ends both in order. With --dev it starts the server again,
// or builds the web again, when their sources change.
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";

import { root } from "./prepare/folders.mjs";
import { whenNpmIsGone } from "./start/forebears.ts";
import { inWords, type Part, startPart } from "./start/part.ts";
import { readSandboxReady, readServerReady, welcome } from "./start/ready.ts";
import { rebuildWeb, whenChanged } from "./start/reload.ts";
import { planFrom, sandboxSettings, serverSettings } from "./start/settings.ts";
import { print, printError } from "./start/terminal.ts";

const begun = Date.now();
const settingsFile = join(root, ".env");
if (existsSync(settingsFile)) process.loadEnvFile(settingsFile); // what is set outside the file wins
const reloads = process.argv.includes("--dev");
const plan = await planFrom(process.env).catch((error: Error) => {
  printError(error.message);
  process.exit(1);
});
/** Running parts, the one to be ended first in front. */
const parts: Part[] = [];
let ending: Promise<void> | undefined;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => {
    if (ending && signal === "SIGINT") process.exit(130); // asked twice; the parts see their input close and end
    ending ??= end("Stopping …", 0);
  });
whenNpmIsGone(() => {
  ending ??= end("The npm that started this is gone: stopping.", 1);
});

if (process.env["WATCH_STDIN"])
  process.stdin.resume().once("end", () => {
    ending ??= end("Whoever started this is gone: stopping.", 1);
  });

makeDataFolder();
const sandbox = plan.demonstration ? await run("sandbox", sandboxSettings(plan, process.env)) : undefined;
const smtpPort = readSandboxReady(sandbox)?.smtpPort;
if (!ending) await runServer();
if (reloads) reload();

function makeDataFolder(): void {
  try {
    mkdirSync(plan.dataDir, { recursive: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    printError(`The data folder DATA_DIR=${plan.dataDir} cannot be made: ${reason}`);
    process.exit(1);
  }
}

async function runServer(from = begun): Promise<void> {
  const words = await run("server", serverSettings(plan, smtpPort));
  if (words === undefined || ending) return; // it ended, which was said already
  const ready = readServerReady(words);
  const seconds = (Date.now() - from) / 1000;
  const sandboxUrl = sandbox ? `http://127.0.0.1:${plan.sandboxPort}` : undefined;
  if (!ready) ending ??= end("The server said something else than that it is ready.", 1);
  else if (from !== begun) print(`Ready again after ${seconds.toFixed(1)} s: ${ready.url}`);
  else print(...welcome(ready, sandboxUrl, plan.dataDir, seconds));
}

/** Starts a part and waits until it is ready. Should it end by itself, now or later, everything ends. */
async function run(name: string, settings: Record<string, string>): Promise<unknown> {
  // as it was built, except where its sources are being changed
  const program = name === "server" && !reloads ? "build/main.js" : "src/main.ts";
  const part = startPart(name, join(root, name, program), settings);
  parts.unshift(part);
  void part.ended.then((how) => {
    if (!parts.includes(part)) return; // ended by us
    parts.splice(parts.indexOf(part), 1);
    if (reloads && name === "server") printError(`The server ended ${inWords(how)}; waiting for a change.`);
    else ending ??= end(`The ${name} ended ${inWords(how)}, so the rest stops too.`, 1);
  });
  return part.ready;
}

async function end(why: string, code: number): Promise<void> {
  printError(why);
  let worst = code;
  for (let part = parts.shift(); part; part = parts.shift()) if ((await part.stop()).code !== 0) worst = 1;
  process.exit(worst);
}

function reload(): void {
  let again: Promise<void> = Promise.resolve();
  const restartServer = (why: string) => {
    again = again.then(async () => {
      if (ending) return;
      print(`${why}: starting the server again.`);
      const from = Date.now();
      const running = parts.find(({ name }) => name === "server");
      if (running) parts.splice(parts.indexOf(running), 1);
      await running?.stop();
      await runServer(from);
    });
  };
  whenChanged(["server/src", "contract/src"], () => restartServer("The server's sources changed"));
  whenChanged(["web/src", "contract/src"], () => {
    if (rebuildWeb()) restartServer("The web pages changed");
  });
}
