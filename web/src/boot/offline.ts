/**
 * On the page that says there is no connection: asks for what was wanted as soon as there is one. The browser's own word is not
 * enough: it may come while the page is still on its way, and a phone that has a signal may have no line. So it is tried as well.
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
