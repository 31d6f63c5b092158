import type { ReactNode } from "react";
import styles from "./EmptyState.module.css";

type Props = {
  /** One of `illustrations.tsx`. */
  readonly illustration: ReactNode;
  readonly title: ReactNode;
  /** Why it is empty. */
  readonly children: ReactNode;
  /** The one next step. */
  readonly action?: ReactNode;
};

/** A place where nothing is yet: why, and what to do next. */
export function EmptyState({ illustration, title, children, action }: Props) {
  return (
    <div className={styles.empty}>
      {illustration}
      <h3 className={styles.title}>{title}</h3>
      <p className={styles.text}>{children}</p>
      {action}
    </div>
  );
}
