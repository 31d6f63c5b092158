import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/** Where a person types or chooses. A dialog that has one is there for it. */
const focusableControl = ":is(input, select, textarea):enabled";

/** Whether an element can be seen without scrolling. */
function isInView(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}

/** Moves the focus to the first box, or else to what the platform chose; to the title where that is out of view. */
function focusFirstControl(dialog: HTMLDialogElement): void {
  for (let part = document.activeElement; part && dialog.contains(part); part = part.parentElement) part.scrollTop = 0;
  const start = dialog.querySelector<HTMLElement>(focusableControl) ?? document.activeElement;
  const place = start && isInView(start) ? start : dialog.querySelector("h2");
  if (place instanceof HTMLElement) place.focus({ preventScroll: true });
}

/**
 * Opens and closes a native dialog with a flag. The platform traps the focus, gives it back, closes on Escape and makes the
 * rest of the page inert. A dialog begins at its top: what gets the focus is in view there.
 * @returns what the `<dialog>` element must carry
 */
export function useModal(
  open: boolean,
  onClose: () => void,
  dismissable: boolean,
): {
  readonly ref: RefObject<HTMLDialogElement | null>;
  readonly onClose: () => void;
  readonly onCancel: (event: { preventDefault(): void }) => void;
  readonly onKeyDown: (event: { readonly key: string; preventDefault(): void }) => void;
  readonly onPointerDown: (event: { target: EventTarget; currentTarget: EventTarget }) => void;
} {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (open && !dialog.open) {
      dialog.showModal();
      focusFirstControl(dialog);
    }
    if (!open && dialog.open) dialog.close();
  }, [open]);
  // a dialog that leaves the page while open must not leave the page inert; closed before it is taken out, it gives the focus back
  useLayoutEffect(() => {
    const dialog = ref.current;
    return () => dialog?.close();
  }, []);
  return {
    ref,
    onClose: () => {
      // a close that another opening has already followed is old news
      if (!open || ref.current?.open) return;
      // a browser that closes it all the same, after several tries to leave, does not answer the question
      if (dismissable) onClose();
      else ref.current?.showModal();
    },
    onCancel: (event) => {
      if (!dismissable) event.preventDefault();
    },
    // without this, browsers let the third Escape through
    onKeyDown: (event) => {
      if (!dismissable && event.key === "Escape") event.preventDefault();
    },
    // the dialog element itself is only hit outside its content: on the veil
    onPointerDown: (event) => {
      if (dismissable && event.target === event.currentTarget) onClose();
    },
  };
}
