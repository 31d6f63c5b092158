import type { ReactNode } from "react";
import styles from "./EmptyState.module.css";

type Props = {
  /** One of `illustrations.tsx`. */
  readonly illustration: ReactNode;
  readonly title: ReactNode;
  /** Level of the title, if this is a screen of its own. */
  readonly heading?: "h1" | "h2" | "h3";
  /** Why it is empty. */
  readonly children: ReactNode;
  /** The main action. */
  readonly action?: ReactNode;
};

/** Shown where there is no content yet: the reason and the next step. */
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
