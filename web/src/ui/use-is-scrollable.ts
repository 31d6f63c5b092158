import { useEffect, useState } from "react";

/**
 * Whether a box has more text than it shows and nothing in it that the keyboard could go to: then the box itself must be reached,
 * or its end is read by nobody without a pointer.
 * @returns the box's ref, and the answer
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
