import { type CSSProperties, type RefObject, useEffect, useRef, useState } from "react";

type PopoverAlignment = "end" | "start" | "middle";

/**
 * A native popover below its trigger, or above it if there is no room; `middle` prefers above. The browser closes
 * it on Escape and on a click elsewhere; unless `manual`, it also closes when the focus moves elsewhere, which it
 * would otherwise cover.
 * @param place which edges align; at least 8 px inside the window
 */
export function usePopover<Trigger extends HTMLElement, Panel extends HTMLElement>(
  alignment: PopoverAlignment,
): {
  readonly trigger: RefObject<Trigger | null>;
  readonly panel: RefObject<Panel | null>;
  readonly open: boolean;
  readonly style: CSSProperties;
  readonly show: () => void;
  readonly hide: () => void;
} {
  const trigger = useRef<Trigger>(null);
  const panel = useRef<Panel>(null);
  const [open, setOpen] = useState(false);
  const [style, setStyle] = useState<CSSProperties>({});

  useEffect(() => {
    const element = panel.current;
    if (!element) return;
    const toggled = (event: Event) => {
      if (event.target === element) setOpen(element.matches(":popover-open"));
    };
    element.addEventListener("toggle", toggled);
    return () => element.removeEventListener("toggle", toggled);
  }, []);

  useEffect(() => {
    if (!open) return;
    // focusing the trigger may also scroll it into view: the popover follows, and closes when its trigger is out of
    // sight
    const follow = (event: Event) => {
      if (!trigger.current || !panel.current) return;
      if (event.target instanceof Node && panel.current.contains(event.target)) return;
      const anchor = trigger.current.getBoundingClientRect();
      if (anchor.bottom < 0 || anchor.top > innerHeight) panel.current.hidePopover();
      else setStyle(positionPanel(anchor, panel.current.getBoundingClientRect(), alignment));
    };
    const left = ({ target }: FocusEvent) => {
      if (!(target instanceof Node) || panel.current?.popover !== "auto") return;
      if (!panel.current.contains(target) && !trigger.current?.contains(target)) panel.current.hidePopover();
    };
    addEventListener("focusin", left);
    addEventListener("scroll", follow, { capture: true, passive: true });
    addEventListener("resize", follow);
    return () => {
      removeEventListener("focusin", left);
      removeEventListener("scroll", follow, { capture: true });
      removeEventListener("resize", follow);
    };
  }, [open, alignment]);

  function show() {
    if (!trigger.current || !panel.current || panel.current.matches(":popover-open")) return;
    panel.current.showPopover();
    setStyle(positionPanel(trigger.current.getBoundingClientRect(), panel.current.getBoundingClientRect(), alignment));
  }
  function hide() {
    if (panel.current?.matches(":popover-open")) panel.current.hidePopover();
  }
  return { trigger, panel, open, style, show, hide };
}

const gapPx = 6;
const marginPx = 8;

function positionPanel(anchor: DOMRect, panel: DOMRect, alignment: PopoverAlignment): CSSProperties {
  const width = document.documentElement.clientWidth;
  const wanted = {
    start: anchor.left,
    end: anchor.right - panel.width,
    middle: anchor.left + anchor.width / 2 - panel.width / 2,
  }[alignment];
  const below = anchor.bottom + gapPx;
  const above = anchor.top - gapPx - panel.height;
  const fitsBelow = below + panel.height <= innerHeight - marginPx;
  const fitsAbove = above >= marginPx;
  // an explanation is shown above, where it does not cover the text that follows
  const goesAbove = fitsAbove && (alignment === "middle" || !fitsBelow);
  return { top: goesAbove ? above : below, left: Math.max(marginPx, Math.min(wanted, width - panel.width - marginPx)) };
}
