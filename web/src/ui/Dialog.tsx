import { type ReactNode, useId } from "react";
import { IconButton } from "./Button.tsx";
import { classes } from "./classes.ts";
import styles from "./Dialog.module.css";
import { CrossIcon } from "./icons.tsx";
import { useModal } from "./use-modal.ts";
import { useIsScrollable } from "./use-is-scrollable.ts";

type Props = {
  readonly open: boolean;
  /** Called by Escape, a click on the backdrop and the close button. The caller sets `open` to false. */
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** Buttons, the main one first: it is shown at the right, or on top on a phone. */
  readonly actions?: ReactNode;
  /** False if the user must answer: no close button, and Escape and the backdrop do nothing. */
  readonly dismissable?: boolean;
  /**
   * `alert` interrupts (a problem, a warning with a countdown); `large` contains a page, such as a payment frame or
   * a policy.
   */
  readonly variant?: "normal" | "alert" | "large";
};

/**
 * A modal dialog for a question or a task; a bottom sheet on phones. Only for what cannot be undone or needs an
 * answer.
 */
export function Dialog({ open, onClose, title, children, actions, dismissable = true, variant = "normal" }: Props) {
  const id = useId();
  const modal = useModal(open, onClose, dismissable);
  const [body, scrolls] = useIsScrollable();
  return (
    <dialog
      {...modal}
      className={classes(styles.dialog, variant === "large" && styles.large)}
      role={variant === "alert" ? "alertdialog" : undefined}
      aria-labelledby={`${id}-title`}
      aria-describedby={variant === "alert" ? `${id}-body` : undefined}
    >
      {open && (
        <div className={styles.content}>
          <header className={styles.head}>
            <h2 id={`${id}-title`} tabIndex={-1}>
              {title}
            </h2>
            {dismissable && (
              <IconButton label="Close" className={styles.close} onClick={onClose}>
                <CrossIcon />
              </IconButton>
            )}
          </header>
          {children !== undefined && (
            <div
              ref={body}
              id={`${id}-body`}
              className={styles.body}
              {...(scrolls && { tabIndex: 0, role: "group", "aria-labelledby": `${id}-title` })}
            >
              {children}
            </div>
          )}
          {actions && <footer className={styles.actions}>{actions}</footer>}
        </div>
      )}
    </dialog>
  );
}
