import { logout } from "@idanimo/contract/accounts";
import { call } from "./call.ts";
import { endSession, setSignOutTarget } from "./session.ts";

/** An unresponsive network must not keep the pages of an absent user on the screen. */
const timeoutMs = 3_000;

/**
 * Ends the session on the server and then in this browser, which also happens if the server cannot be reached
 * [SESSION-06 SESSION-10].
 */
export async function signOut(...target: Parameters<typeof endSession>): Promise<void> {
  setSignOutTarget(...target);
  await call(logout, {}, { signal: AbortSignal.timeout(timeoutMs) });
  endSession(...target);
}
