/** Does something once the browser has nothing better to do, after the page is drawn. Returns how to take it back. */
export function runWhenIdle(act: () => void): () => void {
  if ("requestIdleCallback" in globalThis) {
    const id = requestIdleCallback(act, { timeout: 3_000 });
    return () => cancelIdleCallback(id);
  }
  const timer = setTimeout(act, 500);
  return () => clearTimeout(timer);
}
