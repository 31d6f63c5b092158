import { eventsPath, type LiveEvent, liveEvent, streamReplaced } from "@idanimo/contract/live-events";
import { apiBase } from "@idanimo/contract/operation";
import { safeParse } from "zod/mini";

/** The one stream of events of this document, for all that listen to it. */

type Listener = {
  readonly onEvent: (event: LiveEvent) => void;
  /** The stream has come or gone. */
  readonly onStream: (open: boolean) => void;
  /** After it went, the stream did not come back at the first try: perhaps the sign-in has ended. Once until it comes back. */
  readonly onRefused: () => void;
};

const firstWaitMs = 1_000;
const longestWaitMs = 30_000;

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
  stream.addEventListener(streamReplaced, () => {
    // a newer page took its place. To take it back at once would end that one's: it is asked again when somebody looks here
    stream.close();
    source = undefined;
    hadGap = true;
    tell(false);
    document.addEventListener("visibilitychange", comeBack);
  });
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

function comeBack() {
  if (document.visibilityState !== "visible") return;
  document.removeEventListener("visibilitychange", comeBack);
  if (!source && retry === undefined) connect();
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
export function listen(listener: Listener): () => void {
  listeners.add(listener);
  if (!source && retry === undefined) connect();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    source?.close();
    source = undefined;
    document.removeEventListener("visibilitychange", comeBack);
    clearTimeout(retry);
    retry = undefined;
    open = false;
    hadGap = false;
    wasRefused = false;
  };
}

/** Whether the stream is open now, and whether it has been missing since this document began to listen. */
export const streamState = () => ({ open, hadGap });
