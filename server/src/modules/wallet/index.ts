export { payFrom } from "./rules.ts";
