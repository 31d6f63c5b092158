import { setTimeout as sleep } from "node:timers/promises";
import { ConfigError, readConfig } from "./config.ts";
import { EmbeddedError } from "./database/embedded/index.ts";
import { findDatabases } from "./databases.ts";
import { shutdownTimeoutMs } from "./http/graceful-shutdown.ts";
import { print, printCrashes, printError, printUnexpected } from "./kernel/terminal.ts";

/** What is opened is closed in the opposite order, also when the start breaks off half-way. */
const closers: (() => Promise<void> | void)[] = [];
let stopping: Promise<never> | undefined;

/** What does not close within this long, such as a connection nobody gives back, holds up no end; calls under way have their time. */
const closeTimeoutMs = shutdownTimeoutMs + 2_000;

/** Whoever asks first says how it ends, and everybody waits for that: a start that breaks off because of it must not cut it short. */
const stop = (code: number): Promise<never> => (stopping ??= closeAllAndExit(code));

async function closeAllAndExit(code: number): Promise<never> {
  for (let close = closers.pop(); close; close = closers.pop()) {
    const closed = (async () => close())().catch(printUnexpected);
    await Promise.race([closed, sleep(closeTimeoutMs, undefined, { ref: false })]);
  }
  process.exit(code);
}

/** A sentence for the person at the terminal, for what a person can mend. */
function explainError(error: unknown): string {
  if (error instanceof ConfigError || error instanceof EmbeddedError) return error.message;
  const { code, port, message }: ErrorFacts = error instanceof Error ? error : { message: String(error) };
  if (code === "EADDRINUSE") {
    const setting = String(port) === process.env["METRICS_PORT"] ? "METRICS_PORT" : "PORT";
    return `Port ${String(port)} is already taken by another program; set ${setting} to a free one.`;
  }
  if (code === "ENOSPC") return "The disk is full. Make room, then start again; nothing was lost.";
  return message;
}

type ErrorFacts = { readonly code?: unknown; readonly port?: unknown; readonly message: string };

/** The database comes up while the rest of the program is read, which holds up all else in this process: so it begins first. */
async function start(): Promise<void> {
  const config = readConfig(process.env);
  const begun = Promise.withResolvers<void>();
  const databases = findDatabases(config, printError, begun.resolve);
  closers.push(async () => (await databases.catch(() => undefined))?.stop());
  databases.catch(() => undefined); // told below, by whoever waits for it
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
// whoever started this holds the other end: when it dies in any way, so does this program
if (process.env["WATCH_STDIN"]) process.stdin.resume().on("end", () => void stop(0));

try {
  await start();
} catch (error) {
  if (!stopping) printError(...explainError(error).split("\n")); // else it broke off because of that
  await stop(1);
}
