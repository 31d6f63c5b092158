import { navigate } from "../lib/router.ts";
import type { SignInResult } from "../lib/sign-in-result.ts";
import { storedInvitation, storedBusinessDraft, storedSignedInHint, storedSignUpDraft } from "../lib/storage.ts";

/** The second-factor page; the server's redirect flow also ends there. */
export const secondFactorPath = "/login?step=second-factor";

let ticket: string | undefined;

/**
 * Identifies the pending sign-in. In memory only: after a reload the user starts again, or continues with the
 * cookie of a redirect.
 */
export const pendingTicket = (): string | undefined => ticket;

/** Ends every sign-in method: opens the dashboard, the invitation that the user came for, or the second step. */
export function completeSignIn(result: SignInResult): void {
  if (result.step === "second") {
    ({ ticket } = result);
    return navigate(secondFactorPath);
  }
  ticket = undefined;
  const { firstName, lastName, expirationDate } = result.user;
  storedSignUpDraft.remove();
  storedBusinessDraft.remove();
  storedSignedInHint.set({ isAuthenticated: true, firstName, lastName, expirationDate });
  // a full page load, so that nothing of this document stays in memory beside payments and results
  location.replace(storedInvitation.get() === undefined ? "/main-dashboard" : "/join");
}

/** Returns to the first step and discards the pending sign-in. */
export function restartSignIn(): void {
  ticket = undefined;
  navigate("/login", { replace: true });
}
