import { booksCommands } from "./books-commands.ts";
import { caseCommands } from "./case-commands.ts";
import { type Command, type OperatorDeps, readGiven, usageOf } from "./command.ts";
import { drillCommands } from "./drill-commands.ts";
import { grievanceCommands } from "./grievance-commands.ts";
import { monthsCommands } from "./months-commands.ts";
import { payOutCommands } from "./pay-out-commands.ts";
import { priceCommands } from "./price-commands.ts";
import { reconcileCommands } from "./reconcile-commands.ts";
import { refundCommands } from "./refund-commands.ts";
import { restoreCommands } from "./restore-commands.ts";
import { table } from "./table.ts";
import { watchCommands } from "./watch-commands.ts";

const commands: Readonly<Record<string, Command>> = {
  ...watchCommands,
  ...priceCommands,
  ...caseCommands,
  ...payOutCommands,
  ...reconcileCommands,
  ...refundCommands,
  ...booksCommands,
  ...grievanceCommands,
  ...drillCommands,
  ...monthsCommands,
  ...restoreCommands,
};

/** Every command with what it is for. */
export function help(): readonly string[] {
  const rows = Object.entries(commands).map(([name, { about }]) => [`  ${name}`, about]);
  return [
    "Usage: npm run operator -- <command> [arguments]",
    "       npm run operator -- help <command>",
    "",
    ...table(["  command", "what it does"], rows),
  ];
}

const helpWords: readonly string[] = ["help", "--help", "-h"];
const findCommand = (name: string): Command | undefined => (Object.hasOwn(commands, name) ? commands[name] : undefined);

/**
 * Finds what is printed without a database: help that was asked for, of all commands or of one, or that there is no such command.
 * @returns undefined for a command that is to be run
 */
export function findHelp(
  words: readonly string[],
): { readonly lines: readonly string[]; readonly exitCode: 0 | 2 } | undefined {
  const [first = "", ...rest] = words;
  const isHelp = first === "" || helpWords.includes(first);
  const name = isHelp ? (rest[0] ?? "") : first;
  const command = findCommand(name);
  if (name !== "" && !command) return { lines: [`${name} is no command.`, "", ...help()], exitCode: 2 };
  if (!command) return { lines: help(), exitCode: 0 };
  if (isHelp || rest.some((word) => word === "--help" || word === "-h"))
    return { lines: [command.about, usageOf(name, command)], exitCode: 0 };
  return undefined;
}

/**
 * Runs one command with the words behind its name.
 * @returns lines to print, and whether all is well; a wrong word is named with how the command is written, and nothing was done
 */
export async function runCommand(
  deps: OperatorDeps,
  name: string,
  args: readonly string[],
): Promise<{ readonly lines: readonly string[]; readonly isWell: boolean }> {
  const command = findCommand(name);
  if (!command) return { lines: [`${name} is no command.`, ...help()], isWell: false };
  const given = readGiven(command, args);
  const told = "by" in given ? await command.run(deps, given) : given;
  return "wrong" in told ? { lines: [`${told.wrong} ${told.why}.`, usageOf(name, command)], isWell: false } : told;
}
