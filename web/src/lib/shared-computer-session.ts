import { sharedComputer, storedLeftAt, storedSocialSignIn } from "./storage.ts";

/**
 * On a shared computer a visit ends when its last page is closed, also where the browser stays open or brings closed pages back: a
 * page that is opened must follow another of its tab closely, or have another beside it that still stands. Source: T-19.
 */
const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("visit") : undefined;

/** A page of ours follows the one before it, over a slow line, within this. */
const maxPageGapMs = 20_000;
/** Pages that stand answer at once; one that is busy gets this long. */
const replyTimeoutMs = 500;

/** Notes when this page is left, and answers those that ask whether anybody is there. */
export function trackSharedSession(): void {
  addEventListener("pagehide", () => sharedComputer.get() && storedLeftAt.set(String(Date.now())));
  channel?.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin to name
    if (data === "anybody") channel.postMessage("here");
  });
}

/** Whether this page belongs to a visit that goes on. Who comes back from a provider's page was away for as long as they liked. */
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
