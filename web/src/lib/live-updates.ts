import { consentPollIntervalMs } from "@idanimo/contract/limits";
import type { LiveEvent } from "@idanimo/contract/live-events";
import { useEffect, useRef, useState } from "react";
import { dataRequestedAt } from "./preloaded-responses.ts";
import { listenToEvents, streamState } from "./event-stream.ts";

/** What a page has asked for in this time before the stream opened need not be asked again. */
const freshForMs = 3_000;

/** How long a page waits for the stream before it asks without it. */
const connectTimeoutMs = 700;

/**
 * Whether the stream is there: `coming` at first, then `open`, or `late` where it takes too long. What is asked once it is open cannot
 * end unheard between the answer and the stream; what is asked without it is asked again when it comes (`missesNothing`). Source: T-48.
 */
export function useEventStreamState(): "coming" | "open" | "late" {
  const [state, setState] = useState<"coming" | "open" | "late">(() => {
    const { open, hadGap } = streamState();
    return open ? "open" : hadGap ? "late" : "coming";
  });
  useEffect(() => {
    if (state !== "coming") return;
    const late = () => setState("late");
    const stopListening = listenToEvents({
      onEvent: () => {},
      onOpenChange: (isOpen) => isOpen && setState("open"),
      onReconnectFailed: late,
    });
    const timer = setTimeout(late, connectTimeoutMs);
    return () => {
      stopListening();
      clearTimeout(timer);
    };
  }, [state]);
  return state;
}

type LiveUpdateOptions = {
  readonly onEvent: (event: LiveEvent) => void;
  /** Asks again: every 15 s while there is no stream, once when it comes or does not come back, and when the page is looked at again. */
  readonly poll: () => void;
  /** Also asks every minute beside a stream, and when one comes to a page that has only just asked: nobody tells again what happened in between. */
  readonly pollsBesideStream?: boolean;
  /** False: neither listens nor asks. */
  readonly enabled?: boolean;
};

/** Who must miss nothing asks beside a stream as well, once in so many rounds: whatever keeps an event away, a page is late by a minute at most. */
const roundsPerPollBesideStream = 4;

/** Follows the server's events, and asks every 15 seconds where no stream can be had. Source: B§9, design 3. */
export function useLiveUpdates({
  onEvent,
  poll,
  pollsBesideStream: missesNothing = false,
  enabled: active = true,
}: LiveUpdateOptions): void {
  const latest = useRef({ onEvent, poll });
  useEffect(() => {
    latest.current = { onEvent, poll };
  });
  useEffect(() => {
    if (!active) return;
    let isStreaming = streamState().open;
    const joinedAt = dataRequestedAt();
    const stopListening = listenToEvents({
      onEvent: (event) => latest.current.onEvent(event),
      onOpenChange: (isOpen) => {
        isStreaming = isOpen;
        // a page that has just been loaded has just asked
        const isFresh = !missesNothing && !streamState().hadGap && performance.now() - joinedAt < freshForMs;
        if (isOpen && !isFresh) latest.current.poll();
      },
      onReconnectFailed: () => latest.current.poll(),
    });
    let round = 0;
    const timer = setInterval(() => {
      round += 1;
      const isDue = !isStreaming || (missesNothing && round % roundsPerPollBesideStream === 0);
      if (isDue && document.visibilityState === "visible") latest.current.poll();
    }, consentPollIntervalMs);
    const pollWhenVisible = () => document.visibilityState === "visible" && latest.current.poll();
    document.addEventListener("visibilitychange", pollWhenVisible);
    return () => {
      stopListening();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", pollWhenVisible);
    };
  }, [active, missesNothing]);
}
