import { linePrinter } from "../../contract/src/terminal.ts";

/** The only way to print for the programs that start the product. */
export const print = linePrinter(process.stdout);
export const printError = linePrinter(process.stderr);
