/** What counts as somebody being there. */
const signs = ["pointerdown", "keydown", "wheel", "touchstart"] as const;

/**
 * Watches this page, and the other open pages of the product through a channel.
 * @param onActivity called for every sign, here or there
 * @returns `stop`, and `tell` to pass on something that counts as activity
 */
export function watchActivity(onActivity: (where: "here" | "elsewhere") => void): {
  readonly tell: () => void;
  readonly stop: () => void;
} {
  const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("activity") : undefined;
  channel?.addEventListener("message", () => onActivity("elsewhere"));
  const here = () => onActivity("here");
  for (const sign of signs) addEventListener(sign, here, { passive: true, capture: true });
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin to name
    tell: () => channel?.postMessage("here"),
    stop: () => {
      channel?.close();
      for (const sign of signs) removeEventListener(sign, here, { capture: true });
    },
  };
}
