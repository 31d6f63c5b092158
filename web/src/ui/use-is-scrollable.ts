import { useEffect, useState } from "react";

/**
 * Whether a box scrolls and contains nothing focusable: then the box itself must be focusable, or keyboard users
 * cannot read its end.
 * @returns the box's ref, and whether it must be focusable
 */
export function useIsScrollable(): readonly [(box: HTMLElement | null) => void, boolean] {
  const [box, setBox] = useState<HTMLElement | null>(null);
  const [isScrollable, setIsScrollable] = useState(false);
  useEffect(() => {
    if (!box) return;
    const measure = () =>
      setIsScrollable(
        box.scrollHeight > box.clientHeight + 1 && !box.querySelector("a, button, input, select, textarea, [tabindex]"),
      );
    const watcher = new ResizeObserver(measure);
    watcher.observe(box);
    for (const part of box.children) watcher.observe(part);
    return () => watcher.disconnect();
  }, [box]);
  return [setBox, isScrollable];
}
