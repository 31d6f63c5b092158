import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";

import { print } from "./terminal.ts";

/** How a program ended: its exit code, or the signal that ended it. */
export type ExitStatus = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

/** A program of the product in a process of its own. */
export type Service = {
  readonly name: string;
  /** The program's ready message; undefined if it ended first. */
  readonly ready: Promise<unknown>;
  readonly ended: Promise<ExitStatus>;
  /** Asks it to end, and kills it if it has not after `graceMs`. */
  stop(): Promise<ExitStatus>;
};

const shutdownTimeoutMs = 15_000;

/**
 * Starts a program. It reports with one line of JSON, `{"ready":true, …}`; all its other lines are passed on.
 * Its standard input stays open as long as this process lives: a program watches it and ends when it closes.
 */
export function startService(name: string, program: string, env: NodeJS.ProcessEnv): Service {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, ...env },
    stdio: ["pipe", "pipe", "inherit"],
    detached: true, // Ctrl-C reaches this process alone, which ends the programs in order
  });
  child.stdin?.on("error", () => {}); // it ended first
  const ended = new Promise<ExitStatus>((resolve) => {
    child.once("error", () => resolve({ code: 1, signal: null }));
    child.once("close", (code, signal) => resolve({ code, signal }));
  });
  return {
    name,
    ready: Promise.race([waitForReadyLine(child), ended.then(() => undefined)]),
    ended,
    stop: () => stop(),
  };

  async function stop(): Promise<ExitStatus> {
    child.kill("SIGTERM");
    const hard = setTimeout(() => child.kill("SIGKILL"), shutdownTimeoutMs);
    const ending = await ended;
    clearTimeout(hard);
    return ending;
  }
}

function waitForReadyLine({ stdout }: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => {
    if (!stdout) return;
    createInterface({ input: stdout }).on("line", (line) => {
      const words = line.startsWith('{"ready":true') ? tryParseJson(line) : undefined;
      if (words) resolve(words);
      else print(line);
    });
  });
}

function tryParseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** How a program ended, for messages: "with code 1", "by SIGKILL". */
export function describeExit({ code, signal }: ExitStatus): string {
  return signal ? `by ${signal}` : `with code ${code}`;
}
