import {
  clearAllStorage,
  sharedComputer,
  type SignOutNotice,
  storedSignedInHint,
  storedSignOutNotice,
} from "./storage.ts";

type SignedOutPath = "/" | "/login";
/** Why the sign-in page opens; undefined if the user signed out. */
type SignOutReason = SignOutNotice["why"];

/** Notifies the user's other tabs that the session has ended, and of the page to load. */
const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("session") : undefined;

/** Several calls of a page may find at once that the session has ended: the first one decides the target. */
let isLeaving = false;

/** The target of a logout in progress. Another call may find before it finishes that the session has ended. */
let signOutTarget: { readonly to: SignedOutPath; readonly why: SignOutReason | undefined } | undefined;

/** Sets the target for the end of the session, whichever call ends it first. */
export function setSignOutTarget(to: SignedOutPath, why?: SignOutReason): void {
  signOutTarget = { to, why };
}

/** The session goes on. */
export function clearSignOutTarget(): void {
  signOutTarget = undefined;
}

/** The signed-in user's email, in memory only; empty on a shared computer. */
let currentEmail = "";

/** Stores the email for the sign-in page, in case this session ends for inactivity. */
export function setCurrentEmail(email: string): void {
  // read now: the server removes the shared-computer cookie at the end of a session
  currentEmail = sharedComputer.get() ? "" : email;
}

const endListeners = new Set<() => void>();

/**
 * Registers a callback for the end of the session, before the next document loads: personal data must be removed by
 * then.
 */
export function onSessionEnd(act: () => void): () => void {
  endListeners.add(act);
  return () => void endListeners.delete(act);
}

/**
 * Clears this browser's session data and loads another document, so that nothing stays in memory; the user's other
 * tabs do the same. Ending the session on the server is a separate call.
 */
export function endSession(to: SignedOutPath, why?: SignOutReason): void {
  if (isLeaving) return;
  const target = signOutTarget ?? { to, why };
  /* oxlint-disable unicorn/require-post-message-target-origin -- a channel has no other origin to name */
  if (target.why) channel?.postMessage({ why: target.why });
  channel?.postMessage(target.to);
  /* oxlint-enable unicorn/require-post-message-target-origin */
  clearAndRedirect(target.to, target.why);
}

function clearAndRedirect(to: SignedOutPath, why: SignOutReason | undefined) {
  isLeaving = true;
  const clearStorage = () => {
    clearAllStorage();
    if (why) storedSignOutNotice.set({ why, email: why === "idle" ? currentEmail : "" });
  };
  clearStorage();
  for (const act of endListeners) act();
  // the page stores its scroll position on unload: clear that as well
  addEventListener("pagehide", clearStorage);
  location.assign(to);
}

/**
 * Runs `act` under a lock shared by all tabs: exclusive for a call that changes the session token, shared for calls
 * that must wait for it. The server's event about the change may arrive before the token.
 */
export function withSignInLock<Value>(mode: LockMode, act: () => Promise<Value>): Promise<Value> {
  // missing outside of secure contexts
  return "locks" in navigator ? navigator.locks.request("sign-in", { mode }, act) : act();
}

/**
 * Signs out with the user's other tabs, and when the browser restores a page from its cache after the logout.
 * @returns a function that stops it
 */
export function followSignOutOfOtherTabs(): () => void {
  let why: SignOutReason | undefined;
  const onMessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === "object" && data !== null && "why" in data)
      why = data.why === "idle" || data.why === "ended" ? data.why : undefined;
    if (data === "/" || data === "/login") clearAndRedirect(data, why);
  };
  // the back button after a logout restores a page from the cache with everything on it
  const onPageShow = (event: PageTransitionEvent) =>
    event.persisted && !storedSignedInHint.get() && clearAndRedirect("/login", undefined);
  channel?.addEventListener("message", onMessage);
  addEventListener("pageshow", onPageShow);
  return () => {
    channel?.removeEventListener("message", onMessage);
    removeEventListener("pageshow", onPageShow);
  };
}
