import { consentPollIntervalMs } from "@idanimo/contract/limits";
import type { LiveEvent } from "@idanimo/contract/live-events";
import { useEffect, useRef, useState } from "react";
import { dataRequestedAt } from "./preloaded-responses.ts";
import { listenToEvents, streamState } from "./event-stream.ts";

/** Data fetched this recently before the stream opened is not refetched. */
const freshForMs = 3_000;

/** How long a page waits for the stream before it fetches without it. */
const connectTimeoutMs = 700;

/**
 * The state of the stream: `coming`, then `open`, or `late` if it takes too long. Data fetched once the stream is
 * open cannot miss a withdrawal between response and stream; data fetched before is refetched when it opens
 * (`missesNothing`) [T-48].
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
  /**
   * Refetches: every 15 s without a stream, once when it opens or fails to reconnect, and when the page becomes
   * visible.
   */
  readonly poll: () => void;
  /**
   * Also polls every minute beside an open stream, and refetches when one opens right after the page has fetched:
   * missed events are not sent again.
   */
  readonly pollsBesideStream?: boolean;
  /** False: neither listens nor polls. */
  readonly enabled?: boolean;
};

/**
 * With `pollsBesideStream`, one in so many rounds polls beside an open stream: a lost event delays a page by a
 * minute at most.
 */
const roundsPerPollBesideStream = 4;

/** Follows the server's events, and polls every 15 seconds without a stream [CONSENT-05]. */
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
        // a page that has just loaded has current data
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
