export { help, isCommand, runCommand } from "./commands.ts";
