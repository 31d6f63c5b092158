import type { ReactNode } from "react";
import styles from "./EmptyState.module.css";

type Props = {
  /** One of `illustrations.tsx`. */
  readonly illustration: ReactNode;
  readonly title: ReactNode;
  /** Level of the title where the place is a screen of its own. */
  readonly heading?: "h1" | "h2" | "h3";
  /** Why it is empty. */
  readonly children: ReactNode;
  /** The one next step. */
  readonly action?: ReactNode;
};

/** A place where nothing is yet: why, and what to do next. */
export function EmptyState({ illustration, title, heading: Heading = "h2", children, action }: Props) {
  return (
    <div className={styles.empty}>
      {illustration}
      <Heading className={styles.title}>{title}</Heading>
      <p className={styles.text}>{children}</p>
      {action}
    </div>
  );
}
