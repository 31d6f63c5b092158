import { parseArgs } from "node:util";
import type pg from "pg";
import type { Database } from "../../database/database.ts";
import type { KeyStore } from "../../database/key-store.ts";
import type { IdSource } from "../../kernel/ids.ts";
import type { ReconciliationDeps } from "../payments/index.ts";

/** Defines what a command is, and parses its arguments. */

export type OperatorDeps = {
  /** Connects as the database owner, for what the application role may not read. */
  readonly owner: pg.Pool;
  /** Connects with the application's role and limits. */
  readonly db: Database;
  readonly ids: IdSource;
  readonly keys: KeyStore;
  /** Public URL of this product without a trailing slash, for links in messages. */
  readonly publicUrl: string;
  /** Public URL of the operator console without a trailing slash. */
  readonly operatorUrl?: string;
  readonly isDemonstration?: boolean;
  /** Names of the configured sources. */
  readonly sources: readonly string[];
  /** For querying the card provider; undefined if none is configured. */
  readonly payments?: ReconciliationDeps;
};

/** Arguments and options of a command by name. Each value is a non-empty string. */
export type CommandInput = {
  readonly words: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, string>>;
  /** The operator's name; empty for a command that changes nothing. */
  readonly by: string;
};

/**
 * Lines to print and whether the command succeeded, or which argument was wrong and why. Nothing is done on a wrong
 * argument.
 */
export type CommandResult =
  | { readonly lines: readonly string[]; readonly isWell: boolean }
  | { readonly wrong: string; readonly why: string };

export type Command = {
  readonly summary: string;
  /** Names of the arguments in order; the last one is optional if its name ends in `?`. */
  readonly words?: readonly string[];
  /** Names of the options and their values: `{ price: "naira" }` is `--price <naira>`. */
  readonly options?: Readonly<Record<string, string>>;
  /** The command changes something: it requires the operator's name and writes an audit row. */
  readonly isMutating?: true;
  run(deps: OperatorDeps, given: CommandInput): Promise<CommandResult>;
};

export const usageError = (word: string, why: string): CommandResult => ({ wrong: word, why });
export const success = (lines: readonly string[]): CommandResult => ({ lines, isWell: true });

const isOptional = (word: string) => word.endsWith("?");
const withoutOptionalMark = (word: string) => word.replace("?", "");

/** Formats the usage line of a command. */
export function formatUsage(name: string, { words = [], options = {}, isMutating }: Command): string {
  const parts = [
    name,
    ...words.map((word) => (isOptional(word) ? `[<${withoutOptionalMark(word)}>]` : `<${word}>`)),
    ...Object.entries(options).map(([option, takes]) => `[--${option} <${takes}>]`),
    ...(isMutating ? ["--as <your name>"] : []),
  ];
  return `Usage: npm run operator -- ${parts.join(" ")}`;
}

/** Operator names as audit rows store them. */
const operatorNamePattern = /^[\p{L}\p{N}][\p{L}\p{N} .'_-]{0,29}$/u;

/** Parses the arguments of a command. */
export function parseCommandInput(command: Command, args: readonly string[]): CommandInput | CommandResult {
  const expected = command.words ?? [];
  const known = [...Object.keys(command.options ?? {}), ...(command.isMutating ? ["as"] : [])];
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(known.map((option) => [option, { type: "string" as const }])),
    strict: false,
    tokens: true,
  });
  const words: Record<string, string> = {};
  const options: Record<string, string> = {};
  let at = 0;
  for (const token of tokens) {
    if (token.kind === "positional") {
      const name = expected[at];
      if (name === undefined)
        return usageError(token.value, "is one argument too many; put quotes around text with spaces");
      if (token.value.trim() === "") return usageError(`<${withoutOptionalMark(name)}>`, "is empty");
      words[withoutOptionalMark(name)] = token.value.trim();
      at += 1;
    } else if (token.kind === "option") {
      if (!known.includes(token.name)) return usageError(token.rawName, "is not an option of this command");
      if (options[token.name] !== undefined) return usageError(token.rawName, "is given twice");
      const value = token.value?.trim();
      if (value === undefined || value === "" || value.startsWith("--"))
        return usageError(token.rawName, "needs a value");
      options[token.name] = value;
    }
  }
  const missing = expected[at];
  if (missing !== undefined && !isOptional(missing)) return usageError(`<${missing}>`, "is missing");
  const { as: by = "", ...rest } = options;
  if (command.isMutating && by === "")
    return usageError("--as <your name>", "is missing: the audit log records who did it");
  if (by !== "" && !operatorNamePattern.test(by)) return usageError("--as", "must be a name of at most 30 characters");
  return { words, options: rest, by };
}
