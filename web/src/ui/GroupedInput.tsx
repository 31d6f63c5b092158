import { type ChangeEvent, type ComponentProps, useLayoutEffect, useRef } from "react";
import { caretAfter } from "./grouped.ts";

type Props = Omit<ComponentProps<"input">, "value" | "onChange" | "defaultValue"> & {
  /** The plain value. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The plain value inside what was typed or pasted. */
  readonly read: (typed: string, before: string) => string;
  /** How a plain value is shown. It may add characters but drop none. */
  readonly show: (value: string) => string;
  /** Whether a shown character belongs to the plain value. */
  readonly isPlain: (character: string) => boolean;
};

/** A text box that shows its value in groups and keeps the caret where the person is typing. */
export function GroupedInput({ value, onChange, read, show, isPlain, ref: _ref, ...rest }: Props) {
  const box = useRef<HTMLInputElement>(null);
  const caret = useRef<number | undefined>(undefined);
  const shown = show(value);

  useLayoutEffect(() => {
    if (caret.current === undefined || document.activeElement !== box.current) return;
    box.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });

  function change(event: ChangeEvent<HTMLInputElement>) {
    const typed = event.currentTarget.value;
    const at = event.currentTarget.selectionStart ?? typed.length;
    let before = Array.from(typed.slice(0, at)).filter(isPlain).length;
    let next = read(typed, value);
    // deleting a gap deletes the character before it; otherwise the key would seem dead
    const gapDeleted = next === value && typed.length === shown.length - 1 && before > 0;
    if (gapDeleted && inputType(event) === "deleteContentBackward") {
      next = read(value.slice(0, before - 1) + value.slice(before), value);
      before -= 1;
    }
    // what was refused does not move the caret either
    const refused = next === value ? Array.from(typed).filter(isPlain).length - value.length : 0;
    caret.current = caretAfter(show(next), before - Math.max(0, refused), isPlain);
    // an unchanged value draws nothing, so the box is put right here
    if (next === value) event.currentTarget.value = shown;
    else onChange(next);
    if (next === value) event.currentTarget.setSelectionRange(caret.current, caret.current);
  }

  return (
    <input type="text" autoComplete="off" spellCheck={false} {...rest} ref={box} value={shown} onChange={change} />
  );
}

function inputType(event: ChangeEvent): string {
  return event.nativeEvent instanceof InputEvent ? event.nativeEvent.inputType : "";
}
