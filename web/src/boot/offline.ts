/**
 * On the page that says there is no connection: asks for what was wanted as soon as there is one. The browser's own word is not
 * enough: it may come while the page is still on its way, and a phone that has a signal may have no line. So it is tried as well.
 */
const firstPauseMs = 2_000;
const longestPauseMs = 30_000;

const again = () => location.reload();

async function tryLater(pauseMs: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  const isThere =
    !document.hidden &&
    navigator.onLine &&
    (await fetch(location.href, { method: "HEAD", cache: "no-store" }).then(
      () => true,
      () => false,
    ));
  if (isThere) again();
  else await tryLater(Math.min(pauseMs * 1.5, longestPauseMs));
}

addEventListener("online", again);
void tryLater(firstPauseMs);
