import { classes } from "./classes.ts";
import { CheckIcon } from "./icons.tsx";
import styles from "./Steps.module.css";

type Props = {
  readonly label: string;
  readonly steps: readonly string[];
  /** Index of the step the person is at; `steps.length` when all are done. */
  readonly current: number;
  /** How many are done; all before the current one unless said otherwise. */
  readonly done?: number;
};

/** Where a person is on a way of few steps. */
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
