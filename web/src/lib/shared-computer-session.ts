import { sharedComputer, storedLeftAt, storedSocialSignIn } from "./storage.ts";

/**
 * On a shared computer a session ends when its last page is closed, even if the browser stays open or restores
 * closed tabs: a new page must follow another page of its tab within seconds, or another open page must answer it
 * [T-19].
 */
const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("visit") : undefined;

/** The maximum time between two pages of a tab, on a slow connection. */
const maxPageGapMs = 20_000;
/** Open pages answer at once; a busy one gets this long. */
const replyTimeoutMs = 500;

/** Stores when this page is left, and answers other pages that ask whether one is open. */
export function trackSharedSession(): void {
  addEventListener("pagehide", () => sharedComputer.get() && storedLeftAt.set(String(Date.now())));
  channel?.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin to name
    if (data === "anybody") channel.postMessage("here");
  });
}

/** Whether this page belongs to a running session. A return from a provider's page may take any time. */
export async function isSharedSessionAlive(): Promise<boolean> {
  const leftAt = Number(storedLeftAt.get() ?? 0);
  return Date.now() - leftAt < maxPageGapMs || storedSocialSignIn.get() !== undefined || hasOtherOpenPage();
}

function hasOtherOpenPage(): Promise<boolean> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), replyTimeoutMs);
    channel?.addEventListener("message", ({ data }: MessageEvent<unknown>) => data === "here" && resolve(true));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin to name
    channel?.postMessage("anybody");
  });
}
