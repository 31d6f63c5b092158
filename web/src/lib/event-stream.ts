import { eventsPath, type LiveEvent, liveEvent, streamReplaced } from "@idanimo/contract/live-events";
import { apiBase } from "@idanimo/contract/operation";
import { safeParse } from "zod/mini";

/** The one stream of events of this document, for all that listen to it. */

type StreamListener = {
  readonly onEvent: (event: LiveEvent) => void;
  /** The stream has come or gone. */
  readonly onOpenChange: (open: boolean) => void;
  /** After it went, the stream did not come back at the first try: perhaps the sign-in has ended. Once until it comes back. */
  readonly onReconnectFailed: () => void;
};

const minRetryDelayMs = 1_000;
const maxRetryDelayMs = 30_000;

const listeners = new Set<StreamListener>();
let source: EventSource | undefined;
let retry: ReturnType<typeof setTimeout> | undefined;
let retryDelayMs = minRetryDelayMs;
let isOpen = false;
/** Since the stream was last asked for anew it has been missing, so something may have been missed. */
let hadGap = false;
let hasReconnectFailed = false;

function setStreamOpen(isOpen: boolean) {
  if (isOpen === isOpen) return;
  isOpen = isOpen;
  for (const listener of listeners) listener.onOpenChange(isOpen);
}

function connect() {
  retry = undefined;
  if (listeners.size === 0) return;
  const stream = new EventSource(apiBase + eventsPath);
  source = stream;
  stream.onopen = () => {
    retryDelayMs = minRetryDelayMs;
    hasReconnectFailed = false;
    setStreamOpen(true);
  };
  stream.onmessage = (message: MessageEvent<string>) => {
    const event = parseLiveEvent(message.data);
    if (event) for (const listener of listeners) listener.onEvent(event);
  };
  stream.addEventListener(streamReplaced, () => {
    // a newer page took its place. To take it back at once would end that one's: it is asked again when somebody looks here
    stream.close();
    source = undefined;
    hadGap = true;
    setStreamOpen(false);
    document.addEventListener("visibilitychange", reconnectWhenVisible);
  });
  stream.onerror = () => {
    // the browser's own retry has a fixed pace; ours backs off, with some luck in it so that not all come back at once
    stream.close();
    if (!isOpen && hadGap && !hasReconnectFailed) {
      hasReconnectFailed = true;
      for (const listener of listeners) listener.onReconnectFailed();
    }
    hadGap = true;
    setStreamOpen(false);
    retry ??= setTimeout(connect, retryDelayMs * (0.75 + Math.random() / 2));
    retryDelayMs = Math.min(retryDelayMs * 2, maxRetryDelayMs);
  };
}

function reconnectWhenVisible() {
  if (document.visibilityState !== "visible") return;
  document.removeEventListener("visibilitychange", reconnectWhenVisible);
  if (!source && retry === undefined) connect();
}

/** Reads one message of the stream; what this version does not know is undefined. */
export function parseLiveEvent(text: string): LiveEvent | undefined {
  try {
    const read = safeParse(liveEvent, JSON.parse(text));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}

/** Joins the one stream of this document; the last to leave closes it. */
export function listenToEvents(listener: StreamListener): () => void {
  listeners.add(listener);
  if (!source && retry === undefined) connect();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    source?.close();
    source = undefined;
    document.removeEventListener("visibilitychange", reconnectWhenVisible);
    clearTimeout(retry);
    retry = undefined;
    isOpen = false;
    hadGap = false;
    hasReconnectFailed = false;
  };
}

/** Whether the stream is open now, and whether it has been missing since this document began to listen. */
export const streamState = () => ({ open: isOpen, hadGap });
