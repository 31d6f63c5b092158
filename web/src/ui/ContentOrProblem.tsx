import { type ReactNode, useLayoutEffect, useRef } from "react";
import { runAfterPaint } from "../lib/after-paint.ts";
import { classes } from "./classes.ts";
import styles from "./ContentOrProblem.module.css";
import { Notice } from "./Notice.tsx";

type Props = {
  /** The content of a dialog, between its title and its buttons. */
  readonly children: ReactNode;
  /** What happened, once there is a problem. */
  readonly title: string;
  /** Why, in words; it comes into view. */
  readonly problem: ReactNode;
  /** Shows the content again. */
  readonly onDismiss: () => void;
};

/**
 * The content of a dialog, whose place a problem takes until it is dismissed or the dialog is sent again. A dialog grows to both sides:
 * a late message beside its content would move all of it, and room kept free for one is empty most of the time. Source: G-F4.
 */
export function ContentOrProblem({ children, title, problem, onDismiss }: Props) {
  const message = useRef<HTMLDivElement>(null);
  const hasProblem = Boolean(problem);
  useLayoutEffect(() => {
    const element = message.current;
    if (!hasProblem || !element) return;
    // a hidden field cannot keep the focus
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
