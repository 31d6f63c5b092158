import { forgetEverything, storedRoot } from "./storage.ts";

type Place = "/" | "/login";

/** The person's other open pages hear here that the sign-in has ended, and where to go. */
const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("session") : undefined;

/** Several calls of a page may find at once that the sign-in has ended: the first one says where to go. */
let isLeaving = false;

/** Where a logout that is under way leads. Another call may hear before it does that the sign-in has ended. */
let goal: Place | undefined;

/** Says where leaving leads from now on, whoever finds the sign-in ended first. */
export function leaveTowards(to: Place): void {
  goal = to;
}

const leaving = new Set<() => void>();

/** Hears that a sign-in ends here, before the next document has come: what is shown of others must be gone by then. */
export function whenLeaving(act: () => void): () => void {
  leaving.add(act);
  return () => void leaving.delete(act);
}

/**
 * Ends what this browser knows of a sign-in and loads another document, so that nothing of it stays in memory; the person's other
 * pages do the same. The server's side is ended by its own call before, where that is wanted.
 */
export function leave(to: Place): void {
  if (isLeaving) return;
  const place = goal ?? to;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin to name
  channel?.postMessage(place);
  go(place);
}

function go(to: Place) {
  isLeaving = true;
  forgetEverything();
  for (const act of leaving) act();
  // the page writes down how far it was scrolled when it is left: that goes as well
  addEventListener("pagehide", forgetEverything);
  location.assign(to);
}

/**
 * Does what gives this browser's sign-in another token (exclusive), or what waits in all its pages until that is over (shared):
 * the server's news of the change may be heard before the token has come.
 */
export function renewing<Value>(mode: LockMode, act: () => Promise<Value>): Promise<Value> {
  // absent on a page that is not served safely
  return "locks" in navigator ? navigator.locks.request("sign-in", { mode }, act) : act();
}

/**
 * Leaves with the other pages of the product, and does not come back when the browser shows an old page again.
 * @returns stops following
 */
export function leaveWithOthers(): () => void {
  const heard = (message: MessageEvent<unknown>) => {
    if (message.data === "/" || message.data === "/login") go(message.data);
  };
  // the back button after a logout brings a page as it was, with everything on it
  const shown = (event: PageTransitionEvent) => event.persisted && !storedRoot.get() && go("/login");
  channel?.addEventListener("message", heard);
  addEventListener("pageshow", shown);
  return () => {
    channel?.removeEventListener("message", heard);
    removeEventListener("pageshow", shown);
  };
}
