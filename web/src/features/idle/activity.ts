import { type Activity, storedActivity } from "../../lib/storage.ts";

/** Events that count as user activity. */
const activityEvents = ["pointerdown", "keydown", "wheel", "touchstart"] as const;

/** The activity state that the open pages of a browser share. */
export type SharedActivity = {
  /** The last written state; undefined if the browser has no storage. */
  readonly read: () => Activity | undefined;
  /** Stores the state and notifies the other pages. */
  readonly write: (activity: Activity) => void;
  /** @returns a function that unsubscribes */
  readonly subscribe: (heard: (activity: Activity) => void) => () => void;
};

/**
 * Uses a channel, so that a warning closes in all pages at once, and the storage, because a frozen page receives no
 * messages.
 */
export function openSharedActivity(): SharedActivity & { readonly close: () => void } {
  const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("activity") : undefined;
  return {
    read: () => storedActivity.get(),
    write: (activity) => {
      storedActivity.set(activity);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- reaches only this origin
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
 * Calls `act` for every activity event on this page.
 * @returns a function that unsubscribes
 */
export function onUserActivity(act: () => void): () => void {
  for (const sign of activityEvents) addEventListener(sign, act, { passive: true, capture: true });
  return () => {
    for (const sign of activityEvents) removeEventListener(sign, act, { capture: true });
  };
}

/**
 * Calls `act` when this page becomes visible or focused: timers do not run while the device sleeps.
 * @returns a function that unsubscribes
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
