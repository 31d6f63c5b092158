import { type ChangeEvent, type ComponentProps, useLayoutEffect, useRef, useState } from "react";
import { applyEdit, type InputEntry, type InputFormat, displayText } from "./input-format.ts";

type Props = Omit<ComponentProps<"input">, "value" | "onChange" | "defaultValue"> &
  InputFormat & {
    /** The plain value, or a text that the format rejects. */
    readonly value: string;
    readonly onChange: (value: string) => void;
    /** Called after `onChange` with a text that the format rejects, so that the error is shown at once. */
    readonly onRejected?: ((text: string) => void) | undefined;
  };

/** A text field that shows its value in groups and preserves the caret position while the user types. */
export function GroupedInput({ value, onChange, onRejected, onBlur, read, show, isPlain, ref: _ref, ...rest }: Props) {
  const box = useRef<HTMLInputElement>(null);
  const caret = useRef<number | undefined>(undefined);
  const [entry, setEntry] = useState<InputEntry>();
  const format = { read, show, isPlain };
  const shown = entry?.value === value ? displayText(entry, format) : show(value);

  useLayoutEffect(() => {
    if (caret.current === undefined || document.activeElement !== box.current) return;
    box.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });

  function change(event: ChangeEvent<HTMLInputElement>) {
    const input = event.currentTarget;
    const typed = input.value;
    const edit = { typed, caret: input.selectionStart ?? typed.length, inputType: inputType(event) };
    const next = applyEdit(shown, edit, format);
    setEntry(next.entry);
    if (next.entry.value !== value) onChange(next.entry.value);
    if (next.entry.isRejected) onRejected?.(next.entry.value);
    if (next.shown !== shown) {
      caret.current = next.caret;
      return;
    }
    // React does not render an unchanged text, so the input is corrected here
    input.value = shown;
    input.setSelectionRange(next.caret, next.caret);
  }

  return (
    <input
      type="text"
      autoComplete="off"
      spellCheck={false}
      {...rest}
      ref={box}
      value={shown}
      onChange={change}
      onBlur={(event) => {
        setEntry(undefined);
        onBlur?.(event);
      }}
    />
  );
}

function inputType(event: ChangeEvent): string {
  return event.nativeEvent instanceof InputEvent ? event.nativeEvent.inputType : "";
}
