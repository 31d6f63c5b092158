/**
 * What a document begins with is asked while its code is still on the way (`boot/prerendered.ts`); the call that wants it takes the
 * answer over. So the line is waited for once and not twice. Source: G-F4, G-F6.
 */
declare global {
  // a script of its own asks, before any module is there
  var preloadedResponses:
    { readonly requestedAt: number; readonly responses: Map<string, Promise<Response | undefined>> } | undefined;
}

/** Asks for an address of the API as a call would. */
export function preloadResponse(address: string): void {
  globalThis.preloadedResponses ??= { requestedAt: performance.now(), responses: new Map() };
  const init: RequestInit = { headers: { accept: "application/json" }, credentials: "same-origin", cache: "no-store" };
  globalThis.preloadedResponses.responses.set(
    address,
    fetch(address, init).catch(() => undefined),
  );
}

/** The answer that was asked for ahead, once; undefined where there is none, or no longer one worth having. */
export function takePreloadedResponse(address: string): Promise<Response | undefined> | undefined {
  const response = globalThis.preloadedResponses?.responses.get(address);
  globalThis.preloadedResponses?.responses.delete(address);
  return isFresh() ? response : undefined;
}

/** For so long an answer may wait for its code. */
const maxAgeMs = 15_000;
const isFresh = () => performance.now() - (globalThis.preloadedResponses?.requestedAt ?? -Infinity) < maxAgeMs;

/** The moment, in milliseconds of the page's life, since which what is shown may have changed: earlier than now where it was asked ahead. */
export const dataRequestedAt = (): number =>
  (isFresh() && globalThis.preloadedResponses?.requestedAt) || performance.now();
