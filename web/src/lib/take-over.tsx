import { type ReactNode, startTransition, StrictMode, useLayoutEffect } from "react";
import { createRoot } from "react-dom/client";
import { painted } from "./painted.ts";

/** How to find, in the live page, what was found in the drawn one: by its id, or a link by where it leads. */
function markOf(element: Element | null): string | undefined {
  if (element?.id) return `#${CSS.escape(element.id)}`;
  const address = element?.getAttribute("href");
  return address ? `a[href="${CSS.escape(address)}"]` : undefined;
}

/**
 * Puts the live page where the build has drawn one, once that has been seen: it is read while the script is still at work. Source: G-F5.
 * It is made in slices, between which the page answers. The drawn page is left for one that answers: nothing typed is lost, since its
 * fields took nothing, and the focus stays with who went on by keys meanwhile.
 */
export async function takeOver(place: Element, page: ReactNode): Promise<void> {
  if (place.hasChildNodes()) await painted();
  const root = createRoot(place);
  let focused = place.contains(document.activeElement) ? markOf(document.activeElement) : undefined;
  const note = ({ target }: Event) => (focused = target instanceof Element ? markOf(target) : undefined);
  place.addEventListener("focusin", note);
  const arrive = () => {
    place.removeEventListener("focusin", note);
    document.querySelector(".late-code")?.remove();
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
  return <>{children}</>;
}
