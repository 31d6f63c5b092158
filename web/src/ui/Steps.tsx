import { classes } from "./classes.ts";
import { CheckIcon } from "./icons.tsx";
import styles from "./Steps.module.css";

type Props = {
  readonly label: string;
  readonly steps: readonly string[];
  /** Index of the current step; `steps.length` when all are done. */
  readonly current: number;
  /** Number of completed steps; all before the current one by default. */
  readonly done?: number;
};

/** Progress through a few steps. */
export function Steps({ label, steps, current, done = current }: Props) {
  return (
    <ol className={styles.steps} aria-label={label}>
      {steps.map((step, at) => (
        <li
          key={step}
          className={classes(styles.step, at < done && styles.done, at === current && styles.here)}
          aria-current={at === current ? "step" : undefined}
        >
          <span className={classes(styles.number, "figures")}>
            {at < done ? <CheckIcon size={14} label="Done" strokeWidth={2.4} /> : at + 1}
          </span>
          <span className={styles.word}>{step}</span>
        </li>
      ))}
    </ol>
  );
}
