import { go } from "../lib/place.ts";
import type { Entered } from "../lib/signed-in.ts";
import { storedBusinessDraft, storedRoot, storedSignUpDraft } from "../lib/storage.ts";

/** Where the second step stands; the redirect flow of the server ends there too. */
export const secondStepPath = "/login?step=second-factor";

let ticket: string | undefined;

/** Names the sign-in that is half done. In memory alone: a reload begins anew, or goes on with the cookie of a redirect. */
export const pendingTicket = (): string | undefined => ticket;

/** Where every way to sign in ends: the dashboard, or the second step before it. */
export function enter(entered: Entered): void {
  if (entered.step === "second") {
    ({ ticket } = entered);
    return go(secondStepPath);
  }
  ticket = undefined;
  const { firstName, lastName, expirationDate } = entered.user;
  storedSignUpDraft.remove();
  storedBusinessDraft.remove();
  storedRoot.set({ isAuthenticated: true, firstName, lastName, expirationDate });
  // a whole new page, so that nothing of this document lives beside payments and results
  location.replace("/main-dashboard");
}

/** Back to the first step, with nothing left of the half-done one. */
export function startAgain(): void {
  ticket = undefined;
  go("/login", { replace: true });
}
