import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/** Inputs and choices. */
const focusableControl = ":is(input, select, textarea):enabled";

/** Whether an element is visible without scrolling. */
function isInView(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}

/** Focuses the first input, or else what the browser chose; the title if that is out of view. */
function focusFirstControl(dialog: HTMLDialogElement): void {
  for (let part = document.activeElement; part && dialog.contains(part); part = part.parentElement) part.scrollTop = 0;
  const start = dialog.querySelector<HTMLElement>(focusableControl) ?? document.activeElement;
  const target = start && isInView(start) ? start : dialog.querySelector("h2");
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}

/**
 * Opens and closes a native dialog by a flag. The browser traps and restores the focus, closes on Escape and makes
 * the rest of the page inert. A dialog opens scrolled to its top, with the focus in view.
 * @returns props of the `<dialog>` element
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
  // a dialog that unmounts while open would leave the page inert; closing it before unmount also restores the focus
  useLayoutEffect(() => {
    const dialog = ref.current;
    return () => dialog?.close();
  }, []);
  return {
    ref,
    onClose: () => {
      // ignores a close event that arrives after the dialog was opened again
      if (!open || ref.current?.open) return;
      // browsers close it anyway after several attempts: reopen it, because the question is not answered
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
    // the dialog element itself is only hit outside its content: on the backdrop
    onPointerDown: (event) => {
      if (dismissable && event.target === event.currentTarget) onClose();
    },
  };
}
