import { applyEdit, type InputFormat } from "../input-format.ts";

/** An input with a format, without a browser: simulates keys and pastes as a browser reports them. */
export function simulateInput(format: InputFormat, value = "") {
  let shown = format.show(value);
  let plain = value;
  let [start, end] = [shown.length, shown.length];
  let isRejected = false;

  function insert(text: string, inputType: string) {
    const typed = shown.slice(0, start) + text + shown.slice(end);
    const next = applyEdit(shown, { typed, caret: start + text.length, inputType }, format);
    ({ shown } = next);
    plain = next.entry.value;
    isRejected = next.entry.isRejected === true;
    start = end = next.caret;
  }
  const box = {
    select: (from = 0, to = shown.length) => {
      [start, end] = [from, to];
      return box;
    },
    type: (keys: string) => {
      for (const key of keys) insert(key, "insertText");
      return box;
    },
    backspace: () => {
      if (start === end) start -= 1;
      insert("", "deleteContentBackward");
      return box;
    },
    paste: (text: string) => {
      insert(text, "insertFromPaste");
      return box;
    },
    /** A keyboard suggestion: several characters without a paste. */
    commit: (text: string) => {
      insert(text, "insertText");
      return box;
    },
    blur: () => {
      shown = format.show(plain);
      return box;
    },
    get shown() {
      return shown;
    },
    get value() {
      return plain;
    },
    get isRejected() {
      return isRejected;
    },
    get caret() {
      return start;
    },
  };
  return box;
}
