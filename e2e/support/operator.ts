import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

import { programSettings } from "./test-environment.ts";

const program = fileURLToPath(new URL("../../server/src/operator.ts", import.meta.url));

/** Runs `npm run operator -- <command> <words>` beside the running program, on the same data. */
export function runOperator(
  command: string,
  ...words: readonly string[]
): Promise<{ readonly code: number; readonly words: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [program, command, ...words],
      { env: { ...process.env, ...programSettings } },
      (error, stdout, stderr) => resolve({ code: error ? 1 : 0, words: `${stdout}${stderr}`.trim() }),
    );
  });
}
