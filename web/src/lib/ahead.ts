/**
 * What a document begins with is asked while its code is still on the way (`boot/drawn.ts`); the call that wants it takes the
 * answer over. So the line is waited for once and not twice. Source: G-F4, G-F6.
 */
declare global {
  // a script of its own asks, before any module is there
  var askedAhead: { readonly at: number; readonly answers: Map<string, Promise<Response | undefined>> } | undefined;
}

/** Asks for an address of the API as a call would. */
export function askAhead(address: string): void {
  globalThis.askedAhead ??= { at: performance.now(), answers: new Map() };
  const init: RequestInit = { headers: { accept: "application/json" }, credentials: "same-origin", cache: "no-store" };
  globalThis.askedAhead.answers.set(
    address,
    fetch(address, init).catch(() => undefined),
  );
}

/** The answer that was asked for ahead, once; undefined where there is none, or no longer one worth having. */
export function takeAhead(address: string): Promise<Response | undefined> | undefined {
  const answer = globalThis.askedAhead?.answers.get(address);
  globalThis.askedAhead?.answers.delete(address);
  return isFresh() ? answer : undefined;
}

/** For so long an answer may wait for its code. */
const keptMs = 15_000;
const isFresh = () => performance.now() - (globalThis.askedAhead?.at ?? -Infinity) < keptMs;

/** The moment, in milliseconds of the page's life, since which what is shown may have changed: earlier than now where it was asked ahead. */
export const askedSince = (): number => (isFresh() && globalThis.askedAhead?.at) || performance.now();
