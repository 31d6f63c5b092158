import { parseArgs } from "node:util";
import type pg from "pg";
import type { Database } from "../../database/database.ts";
import type { KeyStore } from "../../database/key-store.ts";
import type { IdSource } from "../../kernel/ids.ts";
import type { ReconciliationDeps } from "../payments/index.ts";

/** What an operator asks at the terminal: what a command is, and how the words behind its name are read. */

export type OperatorDeps = {
  /** As the owner: what the running program may not read. */
  readonly owner: pg.Pool;
  /** As the running program: its role, its limits. */
  readonly db: Database;
  readonly ids: IdSource;
  readonly keys: KeyStore;
  /** This product's own address without a trailing slash, for links in messages. */
  readonly publicUrl: string;
  /** Names of the sources this product asks, as its settings say. */
  readonly sources: readonly string[];
  /** For asking the card provider; absent where nobody can be asked. */
  readonly payments?: ReconciliationDeps;
};

/** The words behind a command's name, by the names it gives them. Every one is a text of at least one character. */
export type CommandInput = {
  readonly words: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, string>>;
  /** Who asks; empty for a command that changes nothing. */
  readonly by: string;
};

/** Lines to print and whether all is well, or which word was wrong and why; then nothing was done. */
export type CommandResult =
  { readonly lines: readonly string[]; readonly isWell: boolean } | { readonly wrong: string; readonly why: string };

export type Command = {
  readonly summary: string;
  /** Names of the words it takes, in their order; the last one may be left out where it ends in `?`. */
  readonly words?: readonly string[];
  /** Names of its options and what each takes: `{ price: "naira" }` is `--price <naira>`. */
  readonly options?: Readonly<Record<string, string>>;
  /** It changes something: who does it must be named, and an audit row keeps it. */
  readonly isMutating?: true;
  run(deps: OperatorDeps, given: CommandInput): Promise<CommandResult>;
};

export const usageError = (word: string, why: string): CommandResult => ({ wrong: word, why });
export const success = (lines: readonly string[]): CommandResult => ({ lines, isWell: true });

const isOptional = (word: string) => word.endsWith("?");
const withoutOptionalMark = (word: string) => word.replace("?", "");

/** How a command is written. */
export function formatUsage(name: string, { words = [], options = {}, isMutating }: Command): string {
  const parts = [
    name,
    ...words.map((word) => (isOptional(word) ? `[<${withoutOptionalMark(word)}>]` : `<${word}>`)),
    ...Object.entries(options).map(([option, takes]) => `[--${option} <${takes}>]`),
    ...(isMutating ? ["--as <your name>"] : []),
  ];
  return `Usage: npm run operator -- ${parts.join(" ")}`;
}

/** Who an operator is, as the audit row keeps it. */
const operatorNamePattern = /^[\p{L}\p{N}][\p{L}\p{N} .'_-]{0,29}$/u;

/** Reads the words behind a command's name. */
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
        return usageError(token.value, "is a word too many; put quotes around a text with spaces");
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
  if (command.isMutating && by === "") return usageError("--as <your name>", "is missing: the audit keeps who did it");
  if (by !== "" && !operatorNamePattern.test(by)) return usageError("--as", "takes a name of at most 30 letters");
  return { words, options: rest, by };
}
