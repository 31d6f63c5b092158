import { storedInvitation } from "../lib/storage.ts";
import { matchRoute } from "../lib/match-route.ts";

export type ResetLink = { readonly email: string; readonly token: string };

let resetLink: ResetLink | undefined;
let confirmToken: string | undefined;

/**
 * Moves an emailed secret from the URL, where the browser history would contain it, into memory. Call it before the
 * first render [T-12].
 */
export function captureEmailedSecrets(): void {
  const { pathname, hash } = location;
  const { email, token } = matchRoute([{ path: "/reset-password/:email/:token" }], pathname)?.params ?? {};
  if (email !== undefined && token !== undefined) {
    resetLink = { email, token };
    history.replaceState(null, "", "/reset-password");
  }
  const invitation = matchRoute([{ path: "/join/:token" }], pathname)?.params["token"];
  if (invitation !== undefined) {
    storedInvitation.set(invitation);
    history.replaceState(null, "", "/join");
  }
  // the server never receives a fragment, so it cannot remove text that was copied along, as it does for other
  // links
  const [, confirm] = /^#([\w-]{20,200})(?![\w-])/.exec(hash) ?? [];
  if (confirm && pathname === "/email-confirm") {
    confirmToken = confirm;
    history.replaceState({ [openLinkKey]: true }, "", pathname);
  }
}

/** The reset link; undefined after a reload, when the server knows it by a cookie. */
export const getResetLink = (): ResetLink | undefined => resetLink;
/** The token of the email confirmation link. */
export const getConfirmToken = (): string | undefined => confirmToken;

/**
 * Stored in the history entry while a confirmation link is open: after a reload the token is lost, and the page
 * must not report success.
 */
const openLinkKey = "confirmLinkIsOpen";
export function isConfirmLinkOpen(): boolean {
  const state: unknown = history.state;
  return typeof state === "object" && state !== null && openLinkKey in state;
}
/** Marks the confirmation link as finished. */
export const closeConfirmLink = (): void => history.replaceState(null, "", location.pathname);

/** Call it when the secret has become a cookie, or has ended. */
export function clearEmailedSecrets(): void {
  resetLink = undefined;
  confirmToken = undefined;
}
