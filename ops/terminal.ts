import { inspect } from "node:util";
import { linePrinter, quoteForTerminal } from "@idanimo/contract/terminal";
import pg from "pg";
import { CommandError } from "./backup/lib/postgres-server.ts";

/** The only way to the terminal: a test refuses `console` and the standard streams elsewhere. */
export const print = linePrinter(process.stdout);
export const printError = linePrinter(process.stderr);

/** What the person at the terminal can fix: a wrong option, what the database refuses, a file or a socket that fails. */
const isFixable = (error: unknown): error is Error =>
  error instanceof CommandError || error instanceof pg.DatabaseError || (error instanceof Error && "syscall" in error);

/** Prints an error: what can be fixed in its words, an unexpected one with its stack and a margin. */
export function printFailure(error: unknown): void {
  if (isFixable(error)) printError(...error.message.split("\n"));
  else printError(...quoteForTerminal(inspect(error)));
}

/** Runs a command and prints what it reports; a failure ends the program with 1. */
export async function runCommand(command: () => Promise<readonly string[] | string>): Promise<void> {
  try {
    print(...[await command()].flat());
  } catch (error) {
    printFailure(error);
    process.exitCode = 1;
  }
}
