import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/** Where a person types or chooses. A dialog that has one is there for it. */
const box = ":is(input, select, textarea):enabled";

/**
 * Opens and closes a native dialog with a flag. The platform traps the focus, gives it back, closes on Escape and makes the
 * rest of the page inert. The focus lands in the first box, where there is one, and not on the cross before it.
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
      dialog.querySelector<HTMLElement>(box)?.focus();
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
