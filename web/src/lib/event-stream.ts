import { eventsPath, type LiveEvent, liveEvent, streamReplaced } from "@idanimo/contract/live-events";
import { apiBase } from "@idanimo/contract/operation";
import { safeParse } from "zod/mini";
import { withOrganisation } from "./active-organisation.ts";

/** The event stream of this document, shared by all listeners. */

type StreamListener = {
  readonly onEvent: (event: LiveEvent) => void;
  /** Called when the stream opens or closes. */
  readonly onOpenChange: (open: boolean) => void;
  /** Called once per interruption when the first reconnection failed: perhaps the session has ended. */
  readonly onReconnectFailed: () => void;
};

const minRetryDelayMs = 1_000;
const maxRetryDelayMs = 30_000;

const listeners = new Set<StreamListener>();
let source: EventSource | undefined;
let retry: ReturnType<typeof setTimeout> | undefined;
let retryDelayMs = minRetryDelayMs;
let isOpen = false;
/** The stream was interrupted since it was last requested, so events may be missing. */
let hadGap = false;
let hasReconnectFailed = false;

function setStreamOpen(next: boolean) {
  if (isOpen === next) return;
  isOpen = next;
  for (const listener of listeners) listener.onOpenChange(isOpen);
}

function connect() {
  retry = undefined;
  if (listeners.size === 0) return;
  const stream = new EventSource(withOrganisation(apiBase + eventsPath));
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
    // a newer page replaced this stream. Reconnecting now would end that page's stream: wait until this page is
    // visible
    stream.close();
    source = undefined;
    hadGap = true;
    setStreamOpen(false);
    document.addEventListener("visibilitychange", reconnectWhenVisible);
  });
  stream.onerror = () => {
    // the browser retries at a fixed interval; ours backs off with jitter, so that clients do not reconnect all at
    // once
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

/** Parses one message of the stream; undefined for events that this version does not know. */
export function parseLiveEvent(text: string): LiveEvent | undefined {
  try {
    const read = safeParse(liveEvent, JSON.parse(text));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}

/** Adds a listener to this document's stream; removing the last one closes the stream. */
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

/** Whether the stream is open now, and whether it was interrupted since this document began to listen. */
export const streamState = () => ({ open: isOpen, hadGap });
