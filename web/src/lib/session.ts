import { forgetEverything, sharedComputer, type SignedOut, storedRoot, storedSignedOut } from "./storage.ts";

type Place = "/" | "/login";
/** Why the sign-in page opens; nothing where the person ended the sign-in themselves. */
type Why = SignedOut["why"];

/** The person's other open pages hear here that the sign-in has ended, and where to go. */
const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("session") : undefined;

/** Several calls of a page may find at once that the sign-in has ended: the first one says where to go. */
let isLeaving = false;

/** Where a logout that is under way leads. Another call may hear before it does that the sign-in has ended. */
let goal: { readonly to: Place; readonly why: Why | undefined } | undefined;

/** Says where leaving leads from now on, whoever finds the sign-in ended first. */
export function leaveTowards(to: Place, why?: Why): void {
  goal = { to, why };
}

/** Who is signed in, in the memory of this page alone; empty on a shared computer. */
let email = "";

/** Remembers the email for the sign-in page, should this sign-in end because nothing was done. */
export function knowEmail(known: string): void {
  // asked now: at the end of a sign-in the server takes the mark of a shared computer away
  email = sharedComputer.get() ? "" : known;
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
export function leave(to: Place, why?: Why): void {
  if (isLeaving) return;
  const end = goal ?? { to, why };
  /* oxlint-disable unicorn/require-post-message-target-origin -- a channel has no other origin to name */
  if (end.why) channel?.postMessage({ why: end.why });
  channel?.postMessage(end.to);
  /* oxlint-enable unicorn/require-post-message-target-origin */
  go(end.to, end.why);
}

function go(to: Place, why: Why | undefined) {
  isLeaving = true;
  const forget = () => {
    forgetEverything();
    if (why) storedSignedOut.set({ why, email: why === "idle" ? email : "" });
  };
  forget();
  for (const act of leaving) act();
  // the page writes down how far it was scrolled when it is left: that goes as well
  addEventListener("pagehide", forget);
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
  let why: Why | undefined;
  const heard = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === "object" && data !== null && "why" in data)
      why = data.why === "idle" || data.why === "ended" ? data.why : undefined;
    if (data === "/" || data === "/login") go(data, why);
  };
  // the back button after a logout brings a page as it was, with everything on it
  const shown = (event: PageTransitionEvent) => event.persisted && !storedRoot.get() && go("/login", undefined);
  channel?.addEventListener("message", heard);
  addEventListener("pageshow", shown);
  return () => {
    channel?.removeEventListener("message", heard);
    removeEventListener("pageshow", shown);
  };
}
