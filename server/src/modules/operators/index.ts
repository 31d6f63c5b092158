export { type Command, commands } from "./commands.ts";
