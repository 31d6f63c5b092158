import { type ReactNode, useId } from "react";
import { classes } from "./classes.ts";
import { FieldSet } from "./Field.tsx";
import styles from "./RadioCards.module.css";

export type RadioOption<Value extends string> = {
  readonly value: Value;
  readonly label: ReactNode;
  readonly detail?: ReactNode;
  /** At the right end: a balance, a price. */
  readonly aside?: ReactNode;
  readonly icon?: ReactNode;
  readonly disabled?: boolean;
};

type Props<Value extends string> = {
  readonly legend: ReactNode;
  readonly legendHidden?: boolean;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  readonly options: readonly RadioOption<Value>[];
  /** Undefined: nothing is selected yet. */
  readonly value: Value | undefined;
  readonly onChange: (value: Value) => void;
  readonly columns?: 1 | 2;
};

/** A choice of a few options, each a card large enough for a thumb. Arrow keys move, as with any radio buttons. */
export function RadioCards<Value extends string>({ options, value, onChange, columns = 1, ...group }: Props<Value>) {
  const name = useId();
  return (
    <FieldSet {...group}>
      <div className={classes(styles.cards, columns === 2 && styles.two)}>
        {options.map((option) => (
          <label key={option.value} className={styles.card}>
            <input
              type="radio"
              className={styles.radio}
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              data-invalid={group.error ? true : undefined}
              onChange={() => onChange(option.value)}
            />
            {option.icon && <span className={styles.icon}>{option.icon}</span>}
            <span className={styles.words}>
              <span className={styles.label}>{option.label}</span>
              {option.detail && <span className={styles.detail}>{option.detail}</span>}
            </span>
            {option.aside && <span className={classes(styles.aside, "figures")}>{option.aside}</span>}
          </label>
        ))}
      </div>
    </FieldSet>
  );
}
