import { type ReactNode, useId, useRef } from "react";
import styles from "./Tooltip.module.css";
import { usePopover } from "./use-popover.ts";

type Props = {
  /** The explanation. */
  readonly content: ReactNode;
  /** The text or icon of the button. */
  readonly children: ReactNode;
  /** Accessible name of the button, if its content is an icon. */
  readonly label?: string;
};

/** A short explanation on hover, focus or tap. Never the only place for essential information. */
export function Tooltip({ content, children, label }: Props) {
  const id = useId();
  const { trigger, panel, open, style, show, hide } = usePopover<HTMLButtonElement, HTMLSpanElement>("middle");
  // a tap sends pointer, focus and click events; the click must not close what the focus has just opened
  const openedAt = useRef(0);

  function reveal() {
    if (open) return;
    openedAt.current = performance.now();
    show();
  }
  function press() {
    if (open && performance.now() - openedAt.current > 300) hide();
    else reveal();
  }
  return (
    <>
      <button
        type="button"
        ref={trigger}
        className={label ? styles.icon : styles.words}
        aria-label={label}
        aria-describedby={id}
        onPointerEnter={(event) => event.pointerType === "mouse" && reveal()}
        onPointerLeave={(event) => event.pointerType === "mouse" && hide()}
        onFocus={reveal}
        onBlur={hide}
        onClick={press}
        onKeyDown={(event) => event.key === "Escape" && hide()}
      >
        {children}
      </button>
      <span id={id} ref={panel} role="tooltip" popover="manual" className={styles.panel} style={style}>
        {content}
      </span>
    </>
  );
}
