import type { OutputOf } from "@idanimo/contract/operation";
import { checkConsent } from "@idanimo/contract/verification";
import { queryOptions } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { call } from "../../lib/call.ts";
import { CallError } from "../../lib/query.ts";
import { onSessionEnd } from "../../lib/session.ts";
import { type DeviceTime, expiryOnDevice } from "./rules.ts";

/** One request as it was answered, and when its record's time is over by this device's clocks; null where it has no end. */
export type ResultRequest = OutputOf<typeof checkConsent> & { readonly end: DeviceTime | null };

/** Both clocks of this device now. */
export const readDeviceTime = (): DeviceTime => ({ wall: Date.now(), steady: performance.now() });

/** Begins the key of everything the cache holds of a request. */
export const resultQueryKey = (id: string) => [checkConsent.path, { id }] as const;

/** What `useQuery` needs for a request whose record is shown: nothing of it outlives the screen, and it is never taken as fresh. */
export function resultQuery(id: string) {
  return queryOptions<ResultRequest, CallError>({
    queryKey: [...resultQueryKey(id), "with its end"],
    queryFn: async ({ signal }) => {
      // counted from the question: the way of the answer must not lengthen what is left
      const requestedAt = readDeviceTime();
      const answer = await call(checkConsent, { id }, { signal });
      if (!answer.ok) throw new CallError(answer.problem);
      return { ...answer.value, end: expiryOnDevice(answer.value.goneAt, answer.value.now, requestedAt) };
    },
    gcTime: 0,
    staleTime: 0,
  });
}

/**
 * Whether the page must hold nothing of anybody: while the browser keeps it for its back and forward buttons, and as soon as the
 * sign-in ends, whatever the next document takes to come. Source: T-51.
 * @param removeFromCache forgets what is outside React; called once nothing is drawn any more
 */
export function useSuspended(removeFromCache: () => void): boolean {
  const [isSuspended, setIsSuspended] = useState(false);
  useEffect(() => {
    // at once, since nothing runs in a page that has been put away
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
