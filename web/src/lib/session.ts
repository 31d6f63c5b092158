import { forgetEverything } from "./storage.ts";

/**
 * Ends what this browser knows of a sign-in and loads another document, so that nothing of it stays in memory. The server's
 * side is ended by its own call before, where that is wanted.
 */
export function leave(to: "/" | "/login"): void {
  forgetEverything();
  location.assign(to);
}
