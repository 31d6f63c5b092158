import { keepSession, profile } from "@idanimo/contract/accounts";
import { idleWarningMs } from "@idanimo/contract/limits";
import { sharedIdleWarningMs } from "@idanimo/contract/shared-computer";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { call } from "../../lib/call.ts";
import { operationQuery } from "../../lib/query.ts";
import { clearSignOutTarget, setSignOutTarget } from "../../lib/session.ts";
import { signOut } from "../../lib/sign-out.ts";
import { sharedComputer } from "../../lib/storage.ts";
import { onPageVisible, onUserActivity, openSharedActivity } from "./activity.ts";
import { watchExpiry, watchIdleness } from "./idle-watch.ts";

/** Idle time before the warning, in milliseconds. */
export const idleWarningDelayMs = (): number => (sharedComputer.get() ? sharedIdleWarningMs : idleWarningMs);

/**
 * Ends the session after inactivity and when it expires.
 * @returns seconds left while the warning is shown, and the action of its button
 */
export function useIdleness(): { readonly secondsLeft: number | undefined; readonly stay: () => void } {
  const [secondsLeft, setSecondsLeft] = useState<number>();
  const stay = useRef<() => Promise<void>>(undefined);

  useEffect(() => {
    const sharedActivity = openSharedActivity();
    let isWarned = false;
    const showWarning = (seconds: number | undefined) => {
      // another tab may end the session a moment before this one; a call then finds it ended
      if (seconds !== undefined) setSignOutTarget("/login", "idle");
      else if (isWarned) clearSignOutTarget();
      isWarned = seconds !== undefined;
      setSecondsLeft(seconds);
    };
    const watch = watchIdleness({
      sharedActivity,
      warnAfterMs: idleWarningDelayMs(),
      onChange: showWarning,
      keepAlive: async () => (await call(keepSession, {})).ok,
      onExpired: () => void signOut("/login", "idle"),
    });
    stay.current = watch.stay;
    const stops = [
      watch.stop,
      onUserActivity(watch.recordActivity),
      onPageVisible(watch.checkClock),
      sharedActivity.close,
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);

  const { data: user, refetch } = useQuery(operationQuery(profile, {}));
  const endsAt = Date.parse(user?.expirationDate ?? "");
  useEffect(() => {
    if (Number.isNaN(endsAt)) return;
    const watch = watchExpiry(endsAt, () => void refetch());
    const unseen = onPageVisible(watch.checkClock);
    return () => {
      watch.stop();
      unseen();
    };
  }, [endsAt, refetch]);

  return { secondsLeft, stay: () => void stay.current?.() };
}
