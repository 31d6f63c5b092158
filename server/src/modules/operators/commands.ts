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
  return ["Usage: npm run operator -- <command> [arguments]", "", ...table(["  command", "what it does"], rows)];
}

/** Whether a name is a command's; only such a one needs the databases. */
export const isCommand = (name: string): boolean => Object.hasOwn(commands, name);

/**
 * Runs one command with the words behind its name.
 * @returns lines to print, and whether all is well; a wrong word is named with how the command is written, and nothing was done
 */
export async function runCommand(
  deps: OperatorDeps,
  name: string,
  args: readonly string[],
): Promise<{ readonly lines: readonly string[]; readonly isWell: boolean }> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) return { lines: [`${name} is no command.`, ...help()], isWell: false };
  const given = readGiven(command, args);
  const told = "by" in given ? await command.run(deps, given) : given;
  return "wrong" in told ? { lines: [`${told.wrong} ${told.why}.`, usageOf(name, command)], isWell: false } : told;
}
