import { spawn } from "node:child_process";

import { root } from "../prepare/project-paths.mjs";

/** A command that runs in a process of its own, and may fail. */
export type Step = {
  readonly name: string;
  /** Program and arguments; a bare name is looked up among the installed packages' programs. */
  readonly command: readonly [string, ...string[]];
  /** Folder to run in, below the project's root. */
  readonly folder?: string;
  readonly env?: NodeJS.ProcessEnv;
};

/** The result of a step. */
export type Outcome = { readonly step: Step; readonly ok: boolean; readonly seconds: number; readonly output: string };

/**
 * Runs a step.
 * @param where "terminal": its output is printed as it comes; "kept": it is returned, for concurrent steps
 */
export async function runStep(step: Step, where: "terminal" | "kept"): Promise<Outcome> {
  const from = Date.now();
  const [program, ...args] = step.command;
  const child = spawn(program, args, {
    cwd: step.folder ? `${root}/${step.folder}` : root,
    env: { ...process.env, PATH: `${root}/node_modules/.bin:${process.env["PATH"] ?? ""}`, ...step.env },
    stdio: where === "terminal" ? ["ignore", "inherit", "inherit"] : ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  const ok = await new Promise<boolean>((resolve) => {
    child.once("error", (error) => {
      output += error.message;
      resolve(false);
    });
    child.once("close", (code) => resolve(code === 0));
  });
  return { step, ok, seconds: (Date.now() - from) / 1000, output };
}

/** One line about a finished step. */
export function formatOutcome({ step, ok, seconds }: Outcome): string {
  return `${ok ? "ok    " : "FAILED"} ${step.name.padEnd(34)} ${seconds.toFixed(1).padStart(6)} s`;
}
