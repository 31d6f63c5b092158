import { type Activity, storedActivity } from "../../lib/storage.ts";

/** What counts as somebody being there. */
const activityEvents = ["pointerdown", "keydown", "wheel", "touchstart"] as const;

/** What the open pages of one browser know together. */
export type SharedActivity = {
  /** What any page last wrote; undefined where the browser keeps nothing. */
  readonly read: () => Activity | undefined;
  /** Writes it down and tells the other pages. */
  readonly write: (activity: Activity) => void;
  /** @returns stops listening */
  readonly subscribe: (heard: (activity: Activity) => void) => () => void;
};

/**
 * Two ways at once: a channel, so that a warning goes away everywhere at once, and the storage, since a page that was frozen
 * has missed what was said meanwhile.
 */
export function openSharedActivity(): SharedActivity & { readonly close: () => void } {
  const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("activity") : undefined;
  return {
    read: () => storedActivity.get(),
    write: (activity) => {
      storedActivity.set(activity);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin to name
      channel?.postMessage(activity);
    },
    subscribe: (heard) => {
      const listen = (message: MessageEvent<unknown>) => {
        const activity = parseActivity(message.data);
        if (activity) heard(activity);
      };
      channel?.addEventListener("message", listen);
      return () => channel?.removeEventListener("message", listen);
    },
    close: () => channel?.close(),
  };
}

function parseActivity(data: unknown): Activity | undefined {
  if (typeof data !== "object" || data === null || !("lastActiveAtMs" in data) || !("reportedAtMs" in data))
    return undefined;
  const { lastActiveAtMs, reportedAtMs } = data;
  return typeof lastActiveAtMs === "number" && typeof reportedAtMs === "number"
    ? { lastActiveAtMs, reportedAtMs }
    : undefined;
}

/**
 * Calls for every sign of somebody at this page.
 * @returns stops watching
 */
export function onUserActivity(act: () => void): () => void {
  for (const sign of activityEvents) addEventListener(sign, act, { passive: true, capture: true });
  return () => {
    for (const sign of activityEvents) removeEventListener(sign, act, { capture: true });
  };
}

/**
 * Calls when this page is looked at again: a device that slept has not counted.
 * @returns stops watching
 */
export function onPageVisible(act: () => void): () => void {
  const seen = () => document.hidden || act();
  document.addEventListener("visibilitychange", seen);
  addEventListener("focus", seen);
  addEventListener("pageshow", seen);
  return () => {
    document.removeEventListener("visibilitychange", seen);
    removeEventListener("focus", seen);
    removeEventListener("pageshow", seen);
  };
}
