import type { ReactNode } from "react";
import { IconButton } from "./Button.tsx";
import { classes } from "./classes.ts";
import { CrossIcon } from "./icons.tsx";
import styles from "./Notice.module.css";
import type { Tone } from "./tone.ts";
import { ToneIcon } from "./ToneIcon.tsx";

type Props = {
  readonly tone: Tone;
  /** The main message. */
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  /** It appears after a user action: screen readers announce it at once. */
  readonly announce?: boolean;
  /** Shows a close button. */
  readonly onDismiss?: () => void;
};

/** A message that belongs to its place on the page and stays there. */
export function Notice({ tone, title, children, actions, announce, onDismiss }: Props) {
  const role = announce ? (tone === "problem" ? "alert" : "status") : undefined;
  return (
    <div className={classes(styles.notice, styles[tone])} role={role}>
      <span className={styles.icon}>
        <ToneIcon tone={tone} />
      </span>
      <div className={styles.body}>
        {title && <p className={styles.title}>{title}</p>}
        {children && <div className={styles.text}>{children}</div>}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {onDismiss && (
        <IconButton label="Dismiss" className={styles.dismiss} onClick={onDismiss}>
          <CrossIcon />
        </IconButton>
      )}
    </div>
  );
}
