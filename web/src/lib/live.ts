import { consentPollIntervalMs } from "@idanimo/contract/limits";
import type { LiveEvent } from "@idanimo/contract/live-events";
import { useEffect, useRef, useState } from "react";
import { askedSince } from "./ahead.ts";
import { listen, streamState } from "./event-stream.ts";

/** What a page has asked for in this time before the stream opened need not be asked again. */
const freshMs = 3_000;

/** How long a page waits for the stream before it asks without it. */
const joinMs = 700;

/**
 * Whether the stream is there: `coming` at first, then `open`, or `late` where it takes too long. What is asked once it is open cannot
 * end unheard between the answer and the stream; what is asked without it is asked again when it comes (`missesNothing`). Source: T-48.
 */
export function useStream(): "coming" | "open" | "late" {
  const [state, setState] = useState<"coming" | "open" | "late">(() => {
    const { open, hadGap } = streamState();
    return open ? "open" : hadGap ? "late" : "coming";
  });
  useEffect(() => {
    if (state !== "coming") return;
    const late = () => setState("late");
    const leave = listen({ onEvent: () => {}, onStream: (isOpen) => isOpen && setState("open"), onRefused: late });
    const timer = setTimeout(late, joinMs);
    return () => {
      leave();
      clearTimeout(timer);
    };
  }, [state]);
  return state;
}

type LiveOptions = {
  readonly onEvent: (event: LiveEvent) => void;
  /** Asks again: every 15 s while there is no stream, once when it comes or does not come back, and when the page is looked at again. */
  readonly poll: () => void;
  /** Also asks every minute beside a stream, and when one comes to a page that has only just asked: nobody tells again what happened in between. */
  readonly missesNothing?: boolean;
  /** False: neither listens nor asks. */
  readonly active?: boolean;
};

/** Who must miss nothing asks beside a stream as well, once in so many rounds: whatever keeps an event away, a page is late by a minute at most. */
const roundsBesideStream = 4;

/** Follows the server's events, and asks every 15 seconds where no stream can be had. Source: B§9, design 3. */
export function useLive({ onEvent, poll, missesNothing = false, active = true }: LiveOptions): void {
  const latest = useRef({ onEvent, poll });
  useEffect(() => {
    latest.current = { onEvent, poll };
  });
  useEffect(() => {
    if (!active) return;
    let streaming = streamState().open;
    const joinedAt = askedSince();
    const leaveStream = listen({
      onEvent: (event) => latest.current.onEvent(event),
      onStream: (isOpen) => {
        streaming = isOpen;
        // a page that has just been loaded has just asked
        const isFresh = !missesNothing && !streamState().hadGap && performance.now() - joinedAt < freshMs;
        if (isOpen && !isFresh) latest.current.poll();
      },
      onRefused: () => latest.current.poll(),
    });
    let round = 0;
    const timer = setInterval(() => {
      round += 1;
      const isDue = !streaming || (missesNothing && round % roundsBesideStream === 0);
      if (isDue && document.visibilityState === "visible") latest.current.poll();
    }, consentPollIntervalMs);
    const seen = () => document.visibilityState === "visible" && latest.current.poll();
    document.addEventListener("visibilitychange", seen);
    return () => {
      leaveStream();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", seen);
    };
  }, [active, missesNothing]);
}
