const gapPx = 12;

/**
 * Moves a region at the bottom of the window above the screen's main buttons if it would cover them. @returns a
 * function that ends it
 */
export function liftAboveButtons(region: HTMLElement): () => void {
  const { documentElement, body } = document;
  const lift = () => {
    documentElement.style.setProperty("--lift", "0px");
    const { top, bottom, left, right } = region.getBoundingClientRect();
    const buttons = [...document.querySelectorAll("[data-main]")].map((button) => button.getBoundingClientRect());
    let above = bottom;
    for (const button of buttons.toSorted((one, other) => other.top - one.top)) {
      const isBeside = button.right <= left || button.left >= right;
      const isClear = button.top >= above || button.bottom <= above - (bottom - top);
      if (!isBeside && !isClear) above = button.top - gapPx;
    }
    documentElement.style.setProperty("--lift", `${bottom - above}px`);
  };
  let frame = 0;
  const scheduleLift = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(lift);
  };
  const changes = new MutationObserver(scheduleLift);
  changes.observe(body, { childList: true, subtree: true });
  const moves = ["scroll", "resize"] as const;
  for (const move of moves) addEventListener(move, scheduleLift, { capture: true });
  lift();
  return () => {
    cancelAnimationFrame(frame);
    changes.disconnect();
    for (const move of moves) removeEventListener(move, scheduleLift, { capture: true });
    documentElement.style.removeProperty("--lift");
  };
}
