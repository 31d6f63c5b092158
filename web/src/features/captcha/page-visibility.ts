/**
 * Tracks whether the page was hidden, until the signal aborts: a sleeping device stops its work, and no user was
 * waiting.
 * @returns a function that reports whether the page was hidden since its last call
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

/** Resolves when the page is visible or the signal aborts. */
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
