/**
 * Ends this device's push subscription at logout, so that the next user sees no notices. The server deletes it with
 * the session [T-69].
 */
export async function unsubscribePush(): Promise<void> {
  try {
    const registration = "serviceWorker" in navigator ? await navigator.serviceWorker.getRegistration("/") : undefined;
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
  } catch {
    // the browser's push service cannot be reached: the server sends nothing more anyway
  }
}
