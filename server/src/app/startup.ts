import { setTimeout as sleep } from "node:timers/promises";
import { ConfigError, readConfig } from "../config/config.ts";
import { EmbeddedError } from "../database/embedded/index.ts";
import { findDatabases } from "./databases.ts";
import { shutdownTimeoutMs } from "../http/graceful-shutdown.ts";
import { print, printCrashes, printError, printUnexpected } from "../kernel/terminal.ts";

/** Closed in reverse order, also when the start fails. */
const closers: (() => Promise<void> | void)[] = [];
let stopping: Promise<never> | undefined;

/** How long each close may take; requests in progress have their own limit. */
const closeTimeoutMs = shutdownTimeoutMs + 2_000;

/** Stops the program once; later callers wait for the first one, whose exit code counts. */
const stop = (code: number): Promise<never> => (stopping ??= closeAllAndExit(code));

async function closeAllAndExit(code: number): Promise<never> {
  for (let close = closers.pop(); close; close = closers.pop()) {
    const closed = (async () => close())().catch(printUnexpected);
    await Promise.race([closed, sleep(closeTimeoutMs, undefined, { ref: false })]);
  }
  process.exit(code);
}

/** The error as a message for the operator, for errors that an operator can fix. */
function explainError(error: unknown): string {
  if (error instanceof ConfigError || error instanceof EmbeddedError) return error.message;
  const { code, port, message }: ErrorFacts = error instanceof Error ? error : { message: String(error) };
  if (code === "EADDRINUSE") {
    const setting =
      (["METRICS_PORT", "OPERATOR_PORT"] as const).find((name) => String(port) === process.env[name]) ?? "PORT";
    return `Port ${String(port)} is already taken by another program; set ${setting} to a free one.`;
  }
  if (code === "ENOSPC") return "The disk is full. Free some space, then start again; nothing was lost.";
  return message;
}

type ErrorFacts = { readonly code?: unknown; readonly port?: unknown; readonly message: string };

/** The database starts first, because loading the rest of the program blocks the process. */
async function start(): Promise<void> {
  const config = readConfig(process.env);
  const begun = Promise.withResolvers<void>();
  const databases = findDatabases(config, printError, begun.resolve);
  closers.push(async () => (await databases.catch(() => undefined))?.stop());
  databases.catch(() => undefined); // handled where it is awaited
  await Promise.race([begun.promise, databases]);
  const { startProgram: run } = await import("./program.ts");
  const ready = await run({
    config,
    databases,
    addCloser: (close) => void closers.push(close),
    isStopping: () => stopping !== undefined,
  });
  if (!stopping) print(JSON.stringify(ready));
}

printCrashes();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop(0));
// the parent process holds the other end, so this program stops when the parent dies
if (process.env["WATCH_STDIN"]) process.stdin.resume().on("end", () => void stop(0));

try {
  await start();
} catch (error) {
  if (!stopping) printError(...explainError(error).split("\n")); // otherwise the stop caused it
  await stop(1);
}
