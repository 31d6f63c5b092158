/** Runs a function when the browser is idle, after the page is painted. @returns a function that cancels it */
export function runWhenIdle(act: () => void): () => void {
  if ("requestIdleCallback" in globalThis) {
    const id = requestIdleCallback(act, { timeout: 3_000 });
    return () => cancelIdleCallback(id);
  }
  const timer = setTimeout(act, 500);
  return () => clearTimeout(timer);
}
