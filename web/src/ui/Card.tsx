import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import styles from "./Card.module.css";

type Props = {
  readonly title?: ReactNode;
  /** At the right end of the title line. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
  /** No inner margin: the content brings its own, such as a table. */
  readonly flush?: boolean;
};

/** One thing on its own sheet. Cards do not stand inside cards. */
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
