import {
  clearAllStorage,
  sharedComputer,
  type SignOutNotice,
  storedSignedInHint,
  storedSignOutNotice,
} from "./storage.ts";

type SignedOutPath = "/" | "/login";
/** Why the sign-in page opens; nothing where the person ended the sign-in themselves. */
type SignOutReason = SignOutNotice["why"];

/** The person's other open pages hear here that the sign-in has ended, and where to go. */
const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("session") : undefined;

/** Several calls of a page may find at once that the sign-in has ended: the first one says where to go. */
let isLeaving = false;

/** Where a logout that is under way leads. Another call may hear before it does that the sign-in has ended. */
let signOutTarget: { readonly to: SignedOutPath; readonly why: SignOutReason | undefined } | undefined;

/** Says where leaving leads from now on, whoever finds the sign-in ended first. */
export function setSignOutTarget(to: SignedOutPath, why?: SignOutReason): void {
  signOutTarget = { to, why };
}

/** Who is signed in, in the memory of this page alone; empty on a shared computer. */
let currentEmail = "";

/** Remembers the email for the sign-in page, should this sign-in end because nothing was done. */
export function setCurrentEmail(email: string): void {
  // asked now: at the end of a sign-in the server takes the mark of a shared computer away
  currentEmail = sharedComputer.get() ? "" : email;
}

const endListeners = new Set<() => void>();

/** Hears that a sign-in ends here, before the next document has come: what is shown of others must be gone by then. */
export function onSessionEnd(act: () => void): () => void {
  endListeners.add(act);
  return () => void endListeners.delete(act);
}

/**
 * Ends what this browser knows of a sign-in and loads another document, so that nothing of it stays in memory; the person's other
 * pages do the same. The server's side is ended by its own call before, where that is wanted.
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
  // the page writes down how far it was scrolled when it is left: that goes as well
  addEventListener("pagehide", clearStorage);
  location.assign(to);
}

/**
 * Does what gives this browser's sign-in another token (exclusive), or what waits in all its pages until that is over (shared):
 * the server's news of the change may be heard before the token has come.
 */
export function withSignInLock<Value>(mode: LockMode, act: () => Promise<Value>): Promise<Value> {
  // absent on a page that is not served safely
  return "locks" in navigator ? navigator.locks.request("sign-in", { mode }, act) : act();
}

/**
 * Leaves with the other pages of the product, and does not come back when the browser shows an old page again.
 * @returns stops following
 */
export function followSignOutOfOtherTabs(): () => void {
  let why: SignOutReason | undefined;
  const onMessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === "object" && data !== null && "why" in data)
      why = data.why === "idle" || data.why === "ended" ? data.why : undefined;
    if (data === "/" || data === "/login") clearAndRedirect(data, why);
  };
  // the back button after a logout brings a page as it was, with everything on it
  const onPageShow = (event: PageTransitionEvent) =>
    event.persisted && !storedSignedInHint.get() && clearAndRedirect("/login", undefined);
  channel?.addEventListener("message", onMessage);
  addEventListener("pageshow", onPageShow);
  return () => {
    channel?.removeEventListener("message", onMessage);
    removeEventListener("pageshow", onPageShow);
  };
}
