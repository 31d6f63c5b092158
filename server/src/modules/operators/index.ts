export { findHelp, runCommand } from "./commands.ts";
