/**
 * Reloads the requested page from the offline page as soon as there is a connection. The `online` event alone is
 * not enough: it may fire before this script runs, and a phone with a signal may have no connection. So this also
 * polls.
 */
const firstRetryDelayMs = 2_000;
const maxRetryDelayMs = 30_000;

const reload = () => location.reload();

async function retryAfter(delayMs: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, delayMs));
  const isReachable =
    !document.hidden &&
    navigator.onLine &&
    (await fetch(location.href, { method: "HEAD", cache: "no-store" }).then(
      () => true,
      () => false,
    ));
  if (isReachable) reload();
  else await retryAfter(Math.min(delayMs * 1.5, maxRetryDelayMs));
}

addEventListener("online", reload);
void retryAfter(firstRetryDelayMs);
