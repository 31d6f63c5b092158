import { type ReactNode, startTransition, StrictMode, useLayoutEffect } from "react";
import { createRoot } from "react-dom/client";
import { waitForFirstPaint } from "./first-paint.ts";

/** How to find, in the live page, what was found in the drawn one: by its id, or a link by where it leads. */
function selectorFor(element: Element | null): string | undefined {
  if (element?.id) return `#${CSS.escape(element.id)}`;
  const address = element?.getAttribute("href");
  return address ? `a[href="${CSS.escape(address)}"]` : undefined;
}

/**
 * Puts the live page where the build has drawn one, once that has been seen: it is read while the script is still at work. Source: G-F5.
 * It is made in slices, between which the page answers. The drawn page is left for one that answers: nothing typed is lost, since its
 * fields took nothing, and the focus stays with who went on by keys meanwhile.
 */
export async function mountPage(container: Element, page: ReactNode): Promise<void> {
  if (container.hasChildNodes()) await waitForFirstPaint();
  const root = createRoot(container);
  let focused = container.contains(document.activeElement) ? selectorFor(document.activeElement) : undefined;
  const rememberFocus = ({ target }: Event) => (focused = target instanceof Element ? selectorFor(target) : undefined);
  container.addEventListener("focusin", rememberFocus);
  const finishMount = () => {
    container.removeEventListener("focusin", rememberFocus);
    document.querySelector(".late-code")?.remove();
    // a live page may have put the focus itself
    if (focused && !container.contains(document.activeElement))
      container.querySelector<HTMLElement>(focused)?.focus({ preventScroll: true });
  };
  startTransition(() =>
    root.render(
      <StrictMode>
        <MountObserver onMounted={finishMount}>{page}</MountObserver>
      </StrictMode>,
    ),
  );
}

/** Says once that the live page stands. */
function MountObserver({
  onMounted: arrive,
  children,
}: {
  readonly onMounted: () => void;
  readonly children: ReactNode;
}) {
  useLayoutEffect(arrive, [arrive]);
  return <>{children}</>;
}
