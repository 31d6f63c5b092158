/** Notifies the user's other tabs that the balance has changed. The message has no amount: each tab asks the server. */
const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("balance") : undefined;

export function broadcastBalanceChanged(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin to name
  channel?.postMessage("changed");
}

/** @returns a function that removes the listener */
export function onBalanceChanged(listener: () => void): () => void {
  const onMessage = () => listener();
  channel?.addEventListener("message", onMessage);
  return () => channel?.removeEventListener("message", onMessage);
}
