/**
 * Notes whether the page was out of sight, until the signal ends: a device that sleeps stops its work, and nobody waited for it.
 * @returns tells whether it was at any time since this was last asked
 */
export function trackPageHidden(signal: AbortSignal): () => boolean {
  let hidden = document.hidden;
  const note = () => {
    hidden ||= document.hidden;
  };
  document.addEventListener("visibilitychange", note, { signal });
  return () => {
    const was = hidden || document.hidden;
    hidden = document.hidden;
    return was;
  };
}

/** Once somebody looks at the page, or the signal ends. */
export function waitUntilPageVisible(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const seen = () => {
      if (document.hidden && !signal.aborted) return;
      document.removeEventListener("visibilitychange", seen);
      resolve();
    };
    document.addEventListener("visibilitychange", seen, { signal });
    signal.addEventListener("abort", seen);
    seen();
  });
}
