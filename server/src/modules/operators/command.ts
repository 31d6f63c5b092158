import type { ConsoleOperation } from "@idanimo/contract/console/operation";
import type { ConsoleRight } from "@idanimo/contract/console/rights";
import type { OutputOf, ProblemCodeOf, SentInputOf } from "@idanimo/contract/operation";
import type { Result } from "@idanimo/contract/problems";
import { parseArgs } from "node:util";
import type pg from "pg";
import type { Database } from "../../database/database.ts";
import type { KeyStore } from "../../database/key-store.ts";
import type { IdSource } from "../../kernel/ids.ts";
import type { Operator } from "../operator-identity/index.ts";
import type { ReconciliationDeps } from "../payments/index.ts";

/** Defines what a command is, and parses its arguments. */

/**
 * Runs an operation of the console as an operator: with the same right, check of the input and handler.
 * @param fields the input as JSON would have it
 */
export type RunOperation = <Op extends ConsoleOperation>(
  operation: Op,
  fields: SentInputOf<Op>,
  by: Operator,
) => Promise<Result<OutputOf<Op>, ProblemCodeOf<Op> | "bad_input" | "operator_right_missing">>;

export type OperatorDeps = {
  /** Connects as the database owner, for what the application role may not read. */
  readonly owner: pg.Pool;
  /** Connects with the application's role and limits. */
  readonly db: Database;
  readonly ids: IdSource;
  readonly keys: KeyStore;
  /** Runs an operation of the console; absent only where no command needs one. */
  readonly runOperation?: RunOperation;
  /** The personal key of the operator at the terminal, from `OPERATOR_KEY`. */
  readonly operatorKey?: string | undefined;
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
};
/** With the operator of the key. */
export type KeyedInput = CommandInput & { readonly operator: Operator };

/**
 * Lines to print and whether the command succeeded, or which argument was wrong and why. Nothing is done on a wrong
 * argument.
 */
export type CommandResult =
  | { readonly lines: readonly string[]; readonly isWell: boolean }
  | { readonly wrong: string; readonly why: string };

type CommandParts = {
  readonly summary: string;
  /** Names of the arguments in order; the last one is optional if its name ends in `?`. */
  readonly words?: readonly string[];
  /** Names of the options and their values: `{ price: "naira" }` is `--price <naira>`. */
  readonly options?: Readonly<Record<string, string>>;
  /** The operations of the console that it runs. */
  readonly operations?: readonly ConsoleOperation[];
};

/** A command that reads, or one of maintenance that finds out itself whether there is an operator. */
type OpenCommand = CommandParts & {
  readonly needsKey?: undefined;
  run(deps: OperatorDeps, given: CommandInput): Promise<CommandResult>;
};
/** A command that changes something: it runs as the operator of `OPERATOR_KEY`. */
export type KeyedCommand = CommandParts & {
  readonly needsKey: true;
  /** What the operator's roles must allow, if no operation of the console checks it. */
  readonly right?: ConsoleRight;
  run(deps: OperatorDeps, given: KeyedInput): Promise<CommandResult>;
};
export type Command = OpenCommand | KeyedCommand;

export const usageError = (word: string, why: string): CommandResult => ({ wrong: word, why });
export const success = (lines: readonly string[]): CommandResult => ({ lines, isWell: true });
export const failure = (...lines: readonly string[]): CommandResult => ({ lines, isWell: false });

const isOptional = (word: string) => word.endsWith("?");
const withoutOptionalMark = (word: string) => word.replace("?", "");

/** Formats the usage line of a command. */
export function formatUsage(name: string, { words = [], options = {}, needsKey }: Command): string {
  const parts = [
    name,
    ...words.map((word) => (isOptional(word) ? `[<${withoutOptionalMark(word)}>]` : `<${word}>`)),
    ...Object.entries(options).map(([option, takes]) => `[--${option} <${takes}>]`),
  ];
  return `Usage: npm run operator -- ${parts.join(" ")}${needsKey ? " (with OPERATOR_KEY)" : ""}`;
}

/** Parses the arguments of a command. */
export function parseCommandInput(command: Command, args: readonly string[]): CommandInput | CommandResult {
  const expected = command.words ?? [];
  const known = Object.keys(command.options ?? {});
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
  return { words, options };
}
