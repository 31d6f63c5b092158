import { type ReactNode, startTransition, StrictMode, useLayoutEffect } from "react";
import { createRoot } from "react-dom/client";
import { waitForFirstPaint } from "./first-paint.ts";

/** A selector that finds an element of the prerendered page in the live page: by its id, or a link by its target. */
function selectorFor(element: Element | null): string | undefined {
  if (element?.id) return `#${CSS.escape(element.id)}`;
  const address = element?.getAttribute("href");
  return address ? `a[href="${CSS.escape(address)}"]` : undefined;
}

/**
 * Mounts the live page in place of the prerendered one, after the first paint: the user can read while the script
 * works [G-F5]. React renders in slices, between which the page responds. The prerendered fields are inert, so that
 * no input is lost, and the focus moves to the same element of the live page.
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
    // a live page may have set the focus itself
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

/** Calls back once the live page is mounted. */
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
