import { logout } from "@idanimo/contract/accounts";
import { call } from "./call.ts";
import { endSession, setSignOutTarget } from "./session.ts";

/** A network that says nothing may not keep the pages of somebody who is gone on the screen. */
const timeoutMs = 3_000;

/** Ends a sign-in on the server and then here; here also when the server cannot be reached. Source: SESSION-06, SESSION-10. */
export async function signOut(...target: Parameters<typeof endSession>): Promise<void> {
  setSignOutTarget(...target);
  await call(logout, {}, { signal: AbortSignal.timeout(timeoutMs) });
  endSession(...target);
}
