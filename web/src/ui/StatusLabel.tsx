import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import styles from "./StatusLabel.module.css";
import type { Tone } from "./tone.ts";
import { ToneIcon } from "./ToneIcon.tsx";

/** A status with its icon: "Awaiting Consent", "Consent Denied". */
export function StatusLabel({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return (
    <span className={classes(styles.status, styles[tone])}>
      <ToneIcon tone={tone} size={18} />
      {children}
    </span>
  );
}

/** A small fact about the item beside it: "Business", "2 bureaus". */
export function Badge({ children }: { readonly children: ReactNode }) {
  return <span className={styles.badge}>{children}</span>;
}
