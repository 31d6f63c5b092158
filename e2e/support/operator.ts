import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

import { programSettings } from "./test-environment.ts";

const program = fileURLToPath(new URL("../../server/src/operator.ts", import.meta.url));

type Output = { readonly code: number; readonly words: string };

/** Runs `npm run operator -- <command> <words>` beside the running program, on the same data. */
export const runOperator = (command: string, ...words: readonly string[]): Promise<Output> => run({}, command, words);

/** The same with a new key of an example operator. */
export async function runOperatorAs(email: string, command: string, ...words: readonly string[]): Promise<Output> {
  const { words: key } = await runOperator("key", email);
  return runOperatorWith(key, command, ...words);
}

/** The same with a key. */
export const runOperatorWith = (key: string, command: string, ...words: readonly string[]): Promise<Output> =>
  run({ OPERATOR_KEY: key }, command, words);

function run(
  environment: Readonly<Record<string, string>>,
  command: string,
  words: readonly string[],
): Promise<Output> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [program, command, ...words],
      { env: { ...process.env, ...programSettings, ...environment } },
      (error, stdout, stderr) => resolve({ code: error ? 1 : 0, words: `${stdout}${stderr}`.trim() }),
    );
  });
}
