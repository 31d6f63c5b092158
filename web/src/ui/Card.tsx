import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import styles from "./Card.module.css";

type Props = {
  readonly title?: ReactNode;
  /** At the right end of the title line. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
  /** No inner padding: the content has its own, such as a table. */
  readonly flush?: boolean;
};

/** A card for one topic. Do not nest cards. */
export function Card({ title, aside, children, flush }: Props) {
  return (
    <section className={classes(styles.card, flush && styles.flush)}>
      {title && (
        <header className={styles.head}>
          <h2 className={styles.title}>{title}</h2>
          {aside}
        </header>
      )}
      {children}
    </section>
  );
}
