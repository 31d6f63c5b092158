import { inspect } from "node:util";
import { linePrinter, quoteForTerminal } from "@idanimo/contract/terminal";

/**
 * Prints to the terminal. A test rejects `console` and the standard streams elsewhere; the log uses
 * `log-stream.ts`.
 */

export const print = linePrinter(process.stdout);
export const printError = linePrinter(process.stderr);

/** Prints an unexpected error with its stack, escaped: its message may quote untrusted text. */
export const printUnexpected = (error: unknown): void => printError(...quoteForTerminal(inspect(error)));

/** Prints crashes the same way; Node would print the message without escaping. */
export function printCrashes(): void {
  process.on("uncaughtException", (error) => {
    printUnexpected(error);
    process.exit(1);
  });
}
