import type { OutputOf } from "@idanimo/contract/operation";
import { checkConsent } from "@idanimo/contract/verification";
import { queryOptions } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { call } from "../../lib/call.ts";
import { CallError } from "../../lib/query.ts";
import { onSessionEnd } from "../../lib/session.ts";
import { type DeviceTime, expiryOnDevice } from "./rules.ts";

/** The response for one request, and its record's expiry by this device's clocks; null if it does not expire. */
export type ResultRequest = OutputOf<typeof checkConsent> & {
  readonly end: DeviceTime | null;
  /** The expiry of the values of a vehicle's owner. */
  readonly ownerEnd: DeviceTime | null;
};

export const readDeviceTime = (): DeviceTime => ({ wall: Date.now(), steady: performance.now() });

/** The key prefix of everything in the cache about a request. */
export const resultQueryKey = (id: string) => [checkConsent.path, { id }] as const;

/** Query options for a request with a record: nothing of it outlives the screen, and it is always stale. */
export function resultQuery(id: string) {
  return queryOptions<ResultRequest, CallError>({
    queryKey: [...resultQueryKey(id), "with its end"],
    queryFn: async ({ signal }) => {
      // counted from the request, so that the response time does not extend the remaining time
      const requestedAt = readDeviceTime();
      const result = await call(checkConsent, { id }, { signal });
      if (!result.ok) throw new CallError(result.problem);
      const { goneAt, plateOwner, now } = result.value;
      const endOf = (at: string | null) => expiryOnDevice(at, now, requestedAt);
      return { ...result.value, end: endOf(goneAt), ownerEnd: endOf(plateOwner?.goneAt ?? null) };
    },
    gcTime: 0,
    staleTime: 0,
  });
}

/**
 * Whether the page must hold no personal data: while it is in the back/forward cache, and as soon as the session
 * ends, before the next document has loaded [T-51].
 * @param removeFromCache clears data outside React; called when nothing is rendered any more
 */
export function useSuspended(removeFromCache: () => void): boolean {
  const [isSuspended, setIsSuspended] = useState(false);
  useEffect(() => {
    // at once, because no code runs in a page that is in the back/forward cache
    const hide = () => {
      flushSync(() => setIsSuspended(true));
      removeFromCache();
    };
    const show = () => setIsSuspended(false);
    const stop = onSessionEnd(() => {
      setIsSuspended(true);
      removeFromCache();
    });
    addEventListener("pagehide", hide);
    addEventListener("pageshow", show);
    return () => {
      stop();
      removeEventListener("pagehide", hide);
      removeEventListener("pageshow", show);
    };
  }, [removeFromCache]);
  return isSuspended;
}
