import { matchRoute } from "../lib/match-route.ts";

/** What the link of a reset mail carries. */
export type ResetLink = { readonly email: string; readonly token: string };

let resetLink: ResetLink | undefined;
let confirmToken: string | undefined;

/**
 * Takes a mailed secret out of the address, where the history and whoever looks on would see it, and holds it in memory. Called
 * before anything is drawn. Source: T-12.
 */
export function captureEmailedSecrets(): void {
  const { pathname, hash } = location;
  const { email, token } = matchRoute([{ path: "/reset-password/:email/:token" }], pathname)?.params ?? {};
  if (email !== undefined && token !== undefined) {
    resetLink = { email, token };
    history.replaceState(null, "", "/reset-password");
  }
  // a fragment never reaches the server, which removes what was copied along with other links
  const [, confirm] = /^#([\w-]{20,200})(?![\w-])/.exec(hash) ?? [];
  if (confirm && pathname === "/email-confirm") {
    confirmToken = confirm;
    history.replaceState({ [openLinkKey]: true }, "", pathname);
  }
}

/** The link that led to the reset; undefined after a reload, when the browser's cookie knows it. */
export const getResetLink = (): ResetLink | undefined => resetLink;
/** The token that led to the confirmation of a mailbox. */
export const getConfirmToken = (): string | undefined => confirmToken;

/** Kept with the place in the history while a link to confirm is open: a reload forgets its token and must not say that all is done. */
const openLinkKey = "confirmLinkIsOpen";
export function isConfirmLinkOpen(): boolean {
  const state: unknown = history.state;
  return typeof state === "object" && state !== null && openLinkKey in state;
}
/** The link has done what it can. */
export const closeConfirmLink = (): void => history.replaceState(null, "", location.pathname);

/** What was held has become a cookie, or has ended. */
export function clearEmailedSecrets(): void {
  resetLink = undefined;
  confirmToken = undefined;
}
