import { keepSession, logout } from "@idanimo/contract/accounts";
import { useEffect, useRef, useState } from "react";
import { call } from "../../lib/call.ts";
import { leave } from "../../lib/session.ts";
import { watchActivity } from "./activity.ts";
import { idlenessAt, tellPagesEveryMs, tellServerEveryMs } from "./rules.ts";

/**
 * Watches whether somebody is there, and ends the sign-in when nobody is. While the warning stands only its button counts, here
 * or in another open page.
 * @returns seconds left while the warning stands, and what its button does
 */
export function useIdleness(): { readonly secondsLeft: number | undefined; readonly stay: () => Promise<void> } {
  const [secondsLeft, setSecondsLeft] = useState<number>();
  const stayRef = useRef<() => Promise<void>>(async () => undefined);

  useEffect(() => {
    let last = Date.now();
    let told = Date.now();
    let warned = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    function look() {
      clearTimeout(timer);
      const idleness = idlenessAt(last, Date.now());
      warned = idleness.step !== "active";
      setSecondsLeft(idleness.step === "warned" ? idleness.secondsLeft : undefined);
      if (idleness.step === "over") return void end();
      timer = setTimeout(look, idleness.step === "active" ? idleness.nextInMs : 1_000);
    }

    /** The server's side ends first; this browser forgets whatever it answers. */
    async function end() {
      activity.stop();
      await call(logout, {});
      leave("/login");
    }

    async function tellServer() {
      told = Date.now();
      await call(keepSession, {});
    }

    const activity = watchActivity((where) => {
      // a device that slept: the time is over although no timer has said so yet
      if (idlenessAt(last, Date.now()).step === "over") return look();
      if (warned && where === "here") return;
      const sinceLastMs = Date.now() - last;
      last = Date.now();
      if (warned) look();
      if (where === "elsewhere") return;
      if (sinceLastMs > tellPagesEveryMs) activity.tell();
      if (Date.now() - told > tellServerEveryMs) void tellServer();
    });

    stayRef.current = async () => {
      last = Date.now();
      activity.tell();
      look();
      await tellServer();
    };

    const seen = () => document.hidden || look();
    document.addEventListener("visibilitychange", seen);
    look();
    return () => {
      clearTimeout(timer);
      activity.stop();
      document.removeEventListener("visibilitychange", seen);
    };
  }, []);

  return { secondsLeft, stay: () => stayRef.current() };
}
