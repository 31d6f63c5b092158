import { inspect } from "node:util";
import { linePrinter, quoteForTerminal } from "@idanimo/contract/terminal";

/** The only way to the terminal: a test refuses `console` and the standard streams elsewhere. The log has `log-stream.ts`. */

export const print = linePrinter(process.stdout);
export const printError = linePrinter(process.stderr);

/** Prints an unexpected error with its stack. Its message may quote what a stranger wrote. */
export const printUnexpected = (error: unknown): void => printError(...quoteForTerminal(inspect(error)));

/** Has a crash printed the same way; Node would print the message as it is. */
export function printCrashes(): void {
  process.on("uncaughtException", (error) => {
    printUnexpected(error);
    process.exit(1);
  });
}
