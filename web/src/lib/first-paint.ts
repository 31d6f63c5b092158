/** Resolves once something of the page has been seen, or all of it is there to be; at once where nobody looks at it. */
export function waitForFirstPaint(): Promise<void> {
  return new Promise((resolve) => {
    const isPainted = performance.getEntriesByName("first-contentful-paint").length > 0;
    if (isPainted || document.hidden || document.readyState === "complete") return resolve();
    new PerformanceObserver((_, observer) => {
      observer.disconnect();
      resolve();
    }).observe({ type: "paint", buffered: true });
    // where a browser tells of no paint, or the tab was turned away from before there was one
    addEventListener("load", () => resolve(), { once: true });
  });
}
