import { type ReactNode, useLayoutEffect, useRef } from "react";
import { runAfterPaint } from "../lib/after-paint.ts";
import { classes } from "./classes.ts";
import styles from "./ContentOrProblem.module.css";
import { Notice } from "./Notice.tsx";

type Props = {
  /** The content of a dialog, between its title and its buttons. */
  readonly children: ReactNode;
  /** What happened. */
  readonly title: string;
  /** Why it happened; scrolls into view. */
  readonly problem: ReactNode;
  /** Shows the content again. */
  readonly onDismiss: () => void;
};

/**
 * The content of a dialog, which a problem replaces until the user dismisses it or submits again. A dialog grows in
 * both directions: a late message beside its content would move everything, and reserved space would be empty most
 * of the time [G-F4].
 */
export function ContentOrProblem({ children, title, problem, onDismiss }: Props) {
  const message = useRef<HTMLDivElement>(null);
  const hasProblem = Boolean(problem);
  useLayoutEffect(() => {
    const element = message.current;
    if (!hasProblem || !element) return;
    // a hidden field cannot have the focus
    if (element.parentElement?.contains(document.activeElement)) element.focus({ preventScroll: true });
    runAfterPaint(() => element.scrollIntoView({ block: "nearest" }));
  }, [hasProblem]);
  return (
    <div className={styles.place}>
      <div className={classes(styles.fields, hasProblem && styles.hidden)}>{children}</div>
      {hasProblem && (
        <div ref={message} className={styles.message} tabIndex={-1}>
          <Notice tone="problem" announce title={title} onDismiss={onDismiss}>
            <p>{problem}</p>
          </Notice>
        </div>
      )}
    </div>
  );
}
