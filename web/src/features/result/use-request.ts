import type { OutputOf } from "@idanimo/contract/operation";
import { checkConsent } from "@idanimo/contract/verification";
import { queryOptions } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { call } from "../../lib/call.ts";
import { CallError } from "../../lib/query.ts";
import { whenLeaving } from "../../lib/session.ts";
import { type DeviceTime, endOf } from "./rules.ts";

/** One request as it was answered, and when its record's time is over by this device's clocks; null where it has no end. */
export type Request = OutputOf<typeof checkConsent> & { readonly end: DeviceTime | null };

/** Both clocks of this device now. */
export const deviceTime = (): DeviceTime => ({ wall: Date.now(), steady: performance.now() });

/** Begins the key of everything the cache holds of a request. */
export const requestKey = (id: string) => [checkConsent.path, { id }] as const;

/** What `useQuery` needs for a request whose record is shown: nothing of it outlives the screen, and it is never taken as fresh. */
export function requestQuery(id: string) {
  return queryOptions<Request, CallError>({
    queryKey: [...requestKey(id), "with its end"],
    queryFn: async ({ signal }) => {
      // counted from the question: the way of the answer must not lengthen what is left
      const asked = deviceTime();
      const answer = await call(checkConsent, { id }, { signal });
      if (!answer.ok) throw new CallError(answer.problem);
      return { ...answer.value, end: endOf(answer.value.goneAt, answer.value.now, asked) };
    },
    gcTime: 0,
    staleTime: 0,
  });
}

/**
 * Whether the page must hold nothing of anybody: while the browser keeps it for its back and forward buttons, and as soon as the
 * sign-in ends, whatever the next document takes to come. Source: T-51.
 * @param drop forgets what is outside React; called once nothing is drawn any more
 */
export function useResting(drop: () => void): boolean {
  const [resting, setResting] = useState(false);
  useEffect(() => {
    // at once, since nothing runs in a page that has been put away
    const hide = () => {
      flushSync(() => setResting(true));
      drop();
    };
    const show = () => setResting(false);
    const stop = whenLeaving(() => {
      setResting(true);
      drop();
    });
    addEventListener("pagehide", hide);
    addEventListener("pageshow", show);
    return () => {
      stop();
      removeEventListener("pagehide", hide);
      removeEventListener("pageshow", show);
    };
  }, [drop]);
  return resting;
}
