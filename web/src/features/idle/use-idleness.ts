import { keepSession, profile } from "@idanimo/contract/accounts";
import { idleWarningMs } from "@idanimo/contract/limits";
import { sharedIdleWarningMs } from "@idanimo/contract/shared-computer";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { call } from "../../lib/call.ts";
import { queryOf } from "../../lib/query.ts";
import { signOut } from "../../lib/sign-out.ts";
import { sharedComputer } from "../../lib/storage.ts";
import { onSeen, onSign, openPages } from "./activity.ts";
import { watchExpiry, watchIdleness } from "./watch.ts";

/** How long nobody may be there before a warning comes, in milliseconds. */
export const warnAfterMs = (): number => (sharedComputer.get() ? sharedIdleWarningMs : idleWarningMs);

/**
 * Ends the sign-in when nobody is there, and when its last moment has come.
 * @returns seconds left while the warning stands, and what its button does
 */
export function useIdleness(): { readonly secondsLeft: number | undefined; readonly stay: () => void } {
  const [secondsLeft, setSecondsLeft] = useState<number>();
  const stay = useRef<() => Promise<void>>(undefined);

  useEffect(() => {
    const pages = openPages();
    const watch = watchIdleness({
      pages,
      warnAfterMs: warnAfterMs(),
      onChange: setSecondsLeft,
      keep: async () => (await call(keepSession, {})).ok,
      end: () => void signOut("/login", "idle"),
    });
    stay.current = watch.stay;
    const stops = [watch.stop, onSign(watch.sign), onSeen(watch.look), pages.close];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);

  const { data: user, refetch } = useQuery(queryOf(profile, {}));
  const endsAt = Date.parse(user?.expirationDate ?? "");
  useEffect(() => {
    if (Number.isNaN(endsAt)) return;
    const watch = watchExpiry(endsAt, () => void refetch());
    const unseen = onSeen(watch.look);
    return () => {
      watch.stop();
      unseen();
    };
  }, [endsAt, refetch]);

  return { secondsLeft, stay: () => void stay.current?.() };
}
