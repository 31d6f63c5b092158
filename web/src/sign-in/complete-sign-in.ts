import { navigate } from "../lib/router.ts";
import type { SignInResult } from "../lib/sign-in-result.ts";
import { storedBusinessDraft, storedSignedInHint, storedSignUpDraft } from "../lib/storage.ts";

/** Where the second step stands; the redirect flow of the server ends there too. */
export const secondFactorPath = "/login?step=second-factor";

let ticket: string | undefined;

/** Names the sign-in that is half done. In memory alone: a reload begins anew, or goes on with the cookie of a redirect. */
export const pendingTicket = (): string | undefined => ticket;

/** Where every way to sign in ends: the dashboard, or the second step before it. */
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
  // a whole new page, so that nothing of this document lives beside payments and results
  location.replace("/main-dashboard");
}

/** Back to the first step, with nothing left of the half-done one. */
export function restartSignIn(): void {
  ticket = undefined;
  navigate("/login", { replace: true });
}
