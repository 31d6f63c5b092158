import { type ChangeEvent, type ClipboardEvent, type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { classes } from "./classes.ts";
import { updateCode, parsePastedDigits } from "./code-cells.ts";
import styles from "./CodeInput.module.css";
import control from "./control.module.css";
import { FieldSet } from "./Field.tsx";

type Props = {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  /** The digits so far. */
  readonly value: string;
  readonly onChange: (digits: string) => void;
  /** Called after `onChange` once the last cell is filled. */
  readonly onFull?: (code: string) => void;
  readonly length?: number;
  readonly disabled?: boolean;
  readonly autoFocus?: boolean;
};

/** A one-time code in single-digit cells. The user or the phone may paste or fill in a complete code in any cell. */
export function CodeInput({ label, hint, error, value, onChange, onFull, length = 6, disabled, autoFocus }: Props) {
  const cells = useRef<(HTMLInputElement | null)[]>([]);
  // text that the keyboard is still composing stays in its cell: changing it meanwhile would insert it twice
  const [composed, setComposed] = useState<{ readonly at: number; readonly text: string }>();
  const [isRejected, setIsRejected] = useState(false);

  function changeCode(next: string) {
    setIsRejected(false);
    if (next === value) return;
    onChange(next);
    if (next.length === length) onFull?.(next);
  }

  function focusCell(at: number) {
    cells.current[Math.max(0, Math.min(at, length - 1))]?.focus();
  }

  function insertDigits(at: number, typed: string) {
    const next = updateCode(value, at, typed, length);
    if (next === undefined) return;
    changeCode(next);
    // after the new digits: a complete code, or the digits from this cell on
    focusCell(
      next.length === length && typed.length > 2
        ? length
        : Math.min(at + Math.max(1, next.length - value.length), next.length),
    );
  }

  function change(at: number, event: ChangeEvent<HTMLInputElement>) {
    const text = event.currentTarget.value;
    if (event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing) {
      setComposed({ at, text });
      const next = updateCode(value, at, text, length);
      if (next?.length === length) changeCode(next);
      return;
    }
    setComposed(undefined);
    if (text === "") return changeCode(value.slice(0, at) + value.slice(at + 1));
    insertDigits(at, text);
  }

  function endComposition(at: number) {
    if (!composed) return;
    setComposed(undefined);
    insertDigits(at, composed.text);
  }

  function keyDown(at: number, event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return;
    const to = { ArrowLeft: at - 1, ArrowRight: Math.min(at + 1, value.length), Home: 0, End: value.length }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      focusCell(to);
    }
    if (event.key === "Backspace" && !value[at] && at > 0) {
      event.preventDefault();
      changeCode(value.slice(0, at - 1));
      focusCell(at - 1);
    }
  }

  function paste(event: ClipboardEvent<HTMLInputElement>) {
    event.preventDefault();
    const digits = parsePastedDigits(event.clipboardData.getData("text"), length);
    if (digits === undefined) return setIsRejected(true);
    changeCode(digits);
    focusCell(digits.length);
  }

  return (
    <FieldSet
      legend={label}
      hint={hint}
      error={isRejected ? `The text you pasted is not a code of ${length} digits.` : error}
    >
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
            aria-invalid={isRejected || error ? true : undefined}
            value={composed?.at === at ? composed.text : (value[at] ?? "")}
            disabled={disabled}
            // eslint-disable-next-line jsx-a11y/no-autofocus -- the screen's only task is this code
            autoFocus={autoFocus && at === 0}
            onChange={(event) => change(at, event)}
            onCompositionEnd={() => endComposition(at)}
            onKeyDown={(event) => keyDown(at, event)}
            onPaste={paste}
            onFocus={(event) => event.currentTarget.select()}
          />
        ))}
      </div>
    </FieldSet>
  );
}
