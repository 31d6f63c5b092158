import { linePrinter } from "../../contract/src/terminal.ts";

/** The only way to the terminal for what starts the product. */
export const print = linePrinter(process.stdout);
export const printError = linePrinter(process.stderr);
