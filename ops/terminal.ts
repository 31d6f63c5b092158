import { inspect } from "node:util";
import { linePrinter, quoteForTerminal } from "@idanimo/contract/terminal";
import pg from "pg";
import { CommandError } from "./backup/lib/postgres-server.ts";

/** The only way to print: a test rejects `console` and the standard streams elsewhere. */
export const print = linePrinter(process.stdout);
export const printError = linePrinter(process.stderr);

/** Errors that an operator can fix: a wrong option, an error of the database, of a file or of a socket. */
const isFixable = (error: unknown): error is Error =>
  error instanceof CommandError || error instanceof pg.DatabaseError || (error instanceof Error && "syscall" in error);

/** Prints an error: a fixable one as its message, an unexpected one with its stack and a margin. */
export function printFailure(error: unknown): void {
  if (isFixable(error)) printError(...error.message.split("\n"));
  else printError(...quoteForTerminal(inspect(error)));
}

/** Runs a command and prints what it returns; a failure ends the program with 1. */
export async function runCommand(command: () => Promise<readonly string[] | string>): Promise<void> {
  try {
    print(...[await command()].flat());
  } catch (error) {
    printFailure(error);
    process.exitCode = 1;
  }
}
