/**
 * Ends this device's push subscription at a logout, so that nothing more is shown on it to whoever comes next. The server forgets
 * it with the sign-in. Source: T-69.
 */
export async function unsubscribePush(): Promise<void> {
  try {
    const registration = "serviceWorker" in navigator ? await navigator.serviceWorker.getRegistration("/") : undefined;
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
  } catch {
    // the browser's push service cannot be reached: the server sends nothing more all the same
  }
}
