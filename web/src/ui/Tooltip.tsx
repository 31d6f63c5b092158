import { type ReactNode, useId, useRef } from "react";
import styles from "./Tooltip.module.css";
import { usePopover } from "./use-popover.ts";

type Props = {
  /** What is explained on demand. */
  readonly content: ReactNode;
  /** The words or the icon that ask for it. */
  readonly children: ReactNode;
  /** Name of the button where its content is an icon. */
  readonly label?: string;
};

/** A short explanation on demand: by pointing, by focus, by tap. Never the only place of something that must be known. */
export function Tooltip({ content, children, label }: Props) {
  const id = useId();
  const { trigger, panel, open, style, show, hide } = usePopover<HTMLButtonElement, HTMLSpanElement>("middle");
  // a tap sends pointer, focus and click; the click must not close what the focus has just opened
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
