import { type ChangeEvent, type ClipboardEvent, type KeyboardEvent, type ReactNode, useRef } from "react";
import { classes } from "./classes.ts";
import styles from "./CodeInput.module.css";
import control from "./control.module.css";
import { FieldSet } from "./Field.tsx";
import { digitsOf } from "./grouped.ts";

type Props = {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  /** The digits so far. */
  readonly value: string;
  readonly onChange: (digits: string) => void;
  /** Called once the last cell is filled. */
  readonly onFull?: (code: string) => void;
  readonly length?: number;
  readonly disabled?: boolean;
  readonly autoFocus?: boolean;
};

/** A one-time code in single-digit cells. A whole code may be pasted or filled in by the phone, at any cell. Source: A§2. */
export function CodeInput({ label, hint, error, value, onChange, onFull, length = 6, disabled, autoFocus }: Props) {
  const cells = useRef<(HTMLInputElement | null)[]>([]);

  function put(at: number, typed: string) {
    const digits = digitsOf(typed, length);
    if (!digits) return;
    const next = (value.slice(0, at) + digits + value.slice(at + digits.length)).slice(0, length);
    onChange(next);
    cells.current[Math.min(at + digits.length, next.length, length - 1)]?.focus();
    if (next.length === length) onFull?.(next);
  }

  function change(at: number, event: ChangeEvent<HTMLInputElement>) {
    const typed = event.currentTarget.value;
    if (typed === "") return onChange(value.slice(0, at) + value.slice(at + 1));
    // a filled cell that is typed over holds two digits for a moment: the new one counts
    const old = value[at];
    put(Math.min(at, value.length), old && typed.length === 2 ? typed.replace(old, "") || old : typed);
  }

  function keyDown(at: number, event: KeyboardEvent<HTMLInputElement>) {
    const to = { ArrowLeft: at - 1, ArrowRight: Math.min(at + 1, value.length), Home: 0, End: value.length }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      cells.current[Math.max(0, Math.min(to, length - 1))]?.focus();
    }
    if (event.key === "Backspace" && !value[at] && at > 0) {
      event.preventDefault();
      onChange(value.slice(0, at - 1));
      cells.current[at - 1]?.focus();
    }
  }

  function paste(event: ClipboardEvent<HTMLInputElement>) {
    event.preventDefault();
    put(0, event.clipboardData.getData("text"));
  }

  return (
    <FieldSet legend={label} hint={hint} error={error}>
      <div className={styles.cells}>
        {Array.from({ length }, (_, at) => (
          <input
            key={at}
            ref={(cell) => {
              cells.current[at] = cell;
            }}
            className={classes(control.box, styles.cell, "figures")}
            inputMode="numeric"
            autoComplete={at === 0 ? "one-time-code" : "off"}
            aria-label={`Digit ${at + 1} of ${length}`}
            aria-invalid={error ? true : undefined}
            value={value[at] ?? ""}
            disabled={disabled}
            // eslint-disable-next-line jsx-a11y/no-autofocus -- the screen's only task is this code
            autoFocus={autoFocus && at === 0}
            onChange={(event) => change(at, event)}
            onKeyDown={(event) => keyDown(at, event)}
            onPaste={paste}
            onFocus={(event) => event.currentTarget.select()}
          />
        ))}
      </div>
    </FieldSet>
  );
}
