import * as texts from "@idanimo/contract/texts";
import type { ReactNode } from "react";
import { BackIcon } from "./icons.tsx";
import styles from "./PageHeader.module.css";

type Props = {
  readonly title: ReactNode;
  /** Target of "Go back"; no link without it. */
  readonly back?: string;
  readonly backLabel?: string;
  readonly children?: ReactNode;
  /** At the right end: a filter, a download. */
  readonly aside?: ReactNode;
};

/** The header of a screen: its title, one sentence, and the back link. Receives the focus when the screen opens. */
export function PageHeader({ title, back, backLabel = texts.goBack, children, aside }: Props) {
  return (
    <header className={styles.header}>
      {back && (
        <a href={back} className={styles.back}>
          <BackIcon />
          {backLabel}
        </a>
      )}
      <div className={styles.line}>
        <h1 tabIndex={-1}>{title}</h1>
        {aside}
      </div>
      {children && <p className={styles.text}>{children}</p>}
    </header>
  );
}
