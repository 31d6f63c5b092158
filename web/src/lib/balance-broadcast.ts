/** Tells the person's other open pages that their balance has changed. Nothing but that is said: each page asks the server. */
const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("balance") : undefined;

export function broadcastBalanceChanged(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin to name
  channel?.postMessage("changed");
}

/** @returns stops listening */
export function onBalanceChanged(listener: () => void): () => void {
  const onMessage = () => listener();
  channel?.addEventListener("message", onMessage);
  return () => channel?.removeEventListener("message", onMessage);
}
