import { type StrengthLevel, estimateStrength } from "../lib/password-strength.ts";
import { classes } from "./classes.ts";
import styles from "./PasswordStrength.module.css";

const messages: Readonly<Record<StrengthLevel, string>> = {
  none: "Tip: three or four random words make a strong password.",
  short: "Too short",
  weak: "Weak. Make it longer or add another word.",
  fair: "Fair. A longer password is better.",
  strong: "Strong.",
};
const filledBars: Readonly<Record<StrengthLevel, number>> = { none: 0, short: 0, weak: 1, fair: 2, strong: 3 };

type Props = {
  readonly password: string;
  /** Names and email of the user: a password made of them is weak. */
  readonly personalWords?: readonly string[];
};

/** Shows under a new password how hard it is to guess, while the user types. Advice only. */
export function PasswordStrength({ password, personalWords }: Props) {
  const strength = estimateStrength(password, personalWords);
  return (
    <div className={styles.strength}>
      <div className={classes(styles.bars, styles[strength])} aria-hidden="true">
        {[1, 2, 3].map((bar) => (
          <span key={bar} className={classes(bar <= filledBars[strength] && styles.on)} />
        ))}
      </div>
      <p className={styles.words} aria-live="polite">
        {messages[strength]}
      </p>
    </div>
  );
}
