import { type ReactNode, startTransition, StrictMode, useLayoutEffect } from "react";
import { createRoot } from "react-dom/client";

/** How to find, in the live page, what was found in the drawn one: by its id, or a link by where it leads. */
function markOf(element: Element | null): string | undefined {
  if (element?.id) return `#${CSS.escape(element.id)}`;
  const address = element?.getAttribute("href");
  return address ? `a[href="${CSS.escape(address)}"]` : undefined;
}

/** Longer than this nobody waits for a paint that may never be told of. */
const paintMs = 300;

/** Resolves once the page has been painted; at once where nobody looks at it, since then it is not. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden || performance.getEntriesByName("first-contentful-paint").length > 0) return resolve();
    new PerformanceObserver((_, observer) => {
      observer.disconnect();
      resolve();
    }).observe({ type: "paint", buffered: true });
    setTimeout(resolve, paintMs);
  });
}

/**
 * Puts the live page where the build has drawn one, once that has been seen: it is read while the script is still at work. Source: G-F5.
 * It is made in slices, between which the page answers. The drawn page is left for one that answers: nothing typed is lost, since its
 * fields took nothing, and the focus stays with who went on by keys meanwhile.
 */
export async function takeOver(place: Element, page: ReactNode): Promise<void> {
  await painted();
  const root = createRoot(place);
  let focused = place.contains(document.activeElement) ? markOf(document.activeElement) : undefined;
  const note = ({ target }: Event) => (focused = target instanceof Element ? markOf(target) : undefined);
  place.addEventListener("focusin", note);
  const arrive = () => {
    place.removeEventListener("focusin", note);
    // a live page may have put the focus itself
    if (focused && !place.contains(document.activeElement))
      place.querySelector<HTMLElement>(focused)?.focus({ preventScroll: true });
  };
  startTransition(() =>
    root.render(
      <StrictMode>
        <Arrived arrive={arrive}>{page}</Arrived>
      </StrictMode>,
    ),
  );
}

/** Says once that the live page stands. */
function Arrived({ arrive, children }: { readonly arrive: () => void; readonly children: ReactNode }) {
  useLayoutEffect(arrive, [arrive]);
  return children;
}
