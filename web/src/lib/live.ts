import { consentPollIntervalMs } from "@idanimo/contract/limits";
import { eventsPath, type LiveEvent, liveEvent } from "@idanimo/contract/live-events";
import { apiBase } from "@idanimo/contract/operation";
import { useEffect, useRef, useState } from "react";
import { safeParse } from "zod/mini";
import { askedSince } from "./ahead.ts";

type Listener = {
  readonly onEvent: (event: LiveEvent) => void;
  /** The stream has come or gone. */
  readonly onStream: (open: boolean) => void;
  /** After it went, the stream did not come back at the first try: perhaps the sign-in has ended. Once until it comes back. */
  readonly onRefused: () => void;
};

const firstWaitMs = 1_000;
const longestWaitMs = 30_000;
/** What a page has asked for in this time before the stream opened need not be asked again. */
const freshMs = 3_000;

const listeners = new Set<Listener>();
let source: EventSource | undefined;
let retry: ReturnType<typeof setTimeout> | undefined;
let waitMs = firstWaitMs;
let open = false;
/** Since the stream was last asked for anew it has been missing, so something may have been missed. */
let hadGap = false;
let wasRefused = false;

function tell(isOpen: boolean) {
  if (open === isOpen) return;
  open = isOpen;
  for (const listener of listeners) listener.onStream(isOpen);
}

function connect() {
  retry = undefined;
  if (listeners.size === 0) return;
  const stream = new EventSource(apiBase + eventsPath);
  source = stream;
  stream.onopen = () => {
    waitMs = firstWaitMs;
    wasRefused = false;
    tell(true);
  };
  stream.onmessage = (message: MessageEvent<string>) => {
    const event = readEvent(message.data);
    if (event) for (const listener of listeners) listener.onEvent(event);
  };
  stream.onerror = () => {
    // the browser's own retry has a fixed pace; ours backs off, with some luck in it so that not all come back at once
    stream.close();
    if (!open && hadGap && !wasRefused) {
      wasRefused = true;
      for (const listener of listeners) listener.onRefused();
    }
    hadGap = true;
    tell(false);
    retry ??= setTimeout(connect, waitMs * (0.75 + Math.random() / 2));
    waitMs = Math.min(waitMs * 2, longestWaitMs);
  };
}

/** Reads one message of the stream; what this version does not know is undefined. */
export function readEvent(text: string): LiveEvent | undefined {
  try {
    const read = safeParse(liveEvent, JSON.parse(text));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}

/** Joins the one stream of this document; the last to leave closes it. */
function listen(listener: Listener): () => void {
  listeners.add(listener);
  if (!source && retry === undefined) connect();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    source?.close();
    source = undefined;
    clearTimeout(retry);
    retry = undefined;
    open = false;
    hadGap = false;
    wasRefused = false;
  };
}

/** How long a page waits for the stream before it asks without it. */
const joinMs = 700;

/**
 * Whether the stream is there: `coming` at first, then `open`, or `late` where it takes too long. What is asked once it is open cannot
 * end unheard between the answer and the stream; what is asked without it is asked again when it comes (`missesNothing`). Source: T-48.
 */
export function useStream(): "coming" | "open" | "late" {
  const [state, setState] = useState<"coming" | "open" | "late">(open ? "open" : hadGap ? "late" : "coming");
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
    let streaming = open;
    const joinedAt = askedSince();
    const leaveStream = listen({
      onEvent: (event) => latest.current.onEvent(event),
      onStream: (isOpen) => {
        streaming = isOpen;
        // a page that has just been loaded has just asked
        const isFresh = !missesNothing && !hadGap && performance.now() - joinedAt < freshMs;
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
