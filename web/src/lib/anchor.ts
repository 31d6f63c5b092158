/** The card of a dialog, which else stands in the middle or at the foot of the window. */
export type Anchored = { readonly dialog: HTMLDialogElement; readonly card: HTMLElement };

const ofCard = ["align-self", "margin-top", "margin-bottom", "padding-bottom"];
const ofFoot = ["position", "top", "left", "width"];

/** From now on it grows downwards, and the dialog can be scrolled by as much. Its foot, where that was pressed, stays in the window. */
export function anchor({ dialog, card }: Anchored, pressed: Element): void {
  const top = card.getBoundingClientRect().top + dialog.scrollTop;
  const below = Math.max(0, dialog.scrollHeight - top - card.offsetHeight);
  stand(card, top, below);
  const foot = footOf(card);
  if (!foot?.contains(pressed)) return;
  const { top: footTop, left, width, height } = foot.getBoundingClientRect();
  // a browser counts what is scrolled back to its place inside of a box as moved
  card.style.paddingBottom = `${height}px`;
  Object.assign(foot.style, { position: "fixed", top: `${footTop}px`, left: `${left}px`, width: `${width}px` });
}

/** Where it is seen now it stands without being scrolled, as far as there is room, and its foot with it. */
export function settle(anchored: Anchored): void {
  const { dialog, card } = anchored;
  const { top, bottom } = card.getBoundingClientRect();
  const below = innerHeight - bottom;
  release(anchored);
  if (below < 1) return; // at the foot of the window it stands by itself
  stand(card, Math.max(0, top), below);
  dialog.scrollTop = Math.max(0, -top);
}

export function release({ card }: Anchored): void {
  for (const name of ofCard) card.style.removeProperty(name);
  for (const name of ofFoot) footOf(card)?.style.removeProperty(name);
}

const footOf = (card: HTMLElement) => card.querySelector<HTMLElement>(":scope > footer");

function stand(card: HTMLElement, top: number, below: number) {
  Object.assign(card.style, { alignSelf: "start", marginTop: `${top}px`, marginBottom: `${below}px` });
}
