import { organisationHeaders } from "./active-organisation.ts";

/**
 * A document sends its first requests while its code is still loading (`boot/prerendered.ts`); the call that needs
 * a response takes it from here. This saves a round trip [G-F4 G-F6].
 */
declare global {
  // `var`, because the boot script and the application are separate bundles that share the global object
  var preloadedResponses:
    | { readonly requestedAt: number; readonly responses: Map<string, Promise<Response | undefined>> }
    | undefined;
}

/** Sends an API request as a call would. */
export function preloadResponse(address: string): void {
  globalThis.preloadedResponses ??= { requestedAt: performance.now(), responses: new Map() };
  const headers = { accept: "application/json", ...organisationHeaders() };
  const init: RequestInit = { headers, credentials: "same-origin", cache: "no-store" };
  globalThis.preloadedResponses.responses.set(
    address,
    fetch(address, init).catch(() => undefined),
  );
}

/** The preloaded response of a URL, once; undefined if there is none, or if it failed or is too old. */
export function takePreloadedResponse(address: string): Promise<Response | undefined> | undefined {
  const response = globalThis.preloadedResponses?.responses.get(address);
  globalThis.preloadedResponses?.responses.delete(address);
  return isFresh() ? response : undefined;
}

/** How long a response may wait for its code. */
const maxAgeMs = 15_000;
const isFresh = () => performance.now() - (globalThis.preloadedResponses?.requestedAt ?? -Infinity) < maxAgeMs;

/**
 * The time, in milliseconds since navigation start, since which the shown data may have changed: earlier than now
 * if it was preloaded.
 */
export const dataRequestedAt = (): number =>
  (isFresh() && globalThis.preloadedResponses?.requestedAt) || performance.now();
