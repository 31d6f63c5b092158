/** Resolves after the first paint or the load event; at once in a hidden tab. */
export function waitForFirstPaint(): Promise<void> {
  return new Promise((resolve) => {
    const isPainted = performance.getEntriesByName("first-contentful-paint").length > 0;
    if (isPainted || document.hidden || document.readyState === "complete") return resolve();
    new PerformanceObserver((_, observer) => {
      observer.disconnect();
      resolve();
    }).observe({ type: "paint", buffered: true });
    // some browsers report no paint, and a tab may be hidden before its first one
    addEventListener("load", () => resolve(), { once: true });
  });
}
