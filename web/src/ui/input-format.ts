/** Formatted text inputs: describes a change of the text and computes the new value. Pure functions. */

export type TextChange = {
  /** The complete text after the change. */
  readonly text: string;
  /** The same without the separators that the format had inserted before. */
  readonly plain: string;
  readonly inserted: string;
  /** `plain` without the inserted text. */
  readonly rest: string;
  /**
   * `key`: one character; `insertion`: several at once by a paste, a drop or a keyboard suggestion; `deletion`:
   * nothing inserted.
   */
  readonly kind: "key" | "insertion" | "deletion";
};

export type InputEntry = {
  readonly value: string;
  /** The text of the input, if it differs from how the value is usually shown. */
  readonly text?: string;
  /**
   * The value is the text as the user entered it: it does not match the format, so its validation rule must say
   * why.
   */
  readonly isRejected?: true;
};

/** Finds the value in a changed text. */
export type ReadChange = (change: TextChange) => InputEntry;

/** How the value of an input is read and shown. */
export type InputFormat = {
  readonly read: ReadChange;
  /** How a plain value is shown. It may add characters but drop none, and returns any other text unchanged. */
  readonly show: (value: string) => string;
  /** Whether a shown character belongs to the plain value. */
  readonly isPlain: (character: string) => boolean;
};

type InputEdit = {
  /** The text of the input, and its caret position, after the change. */
  readonly typed: string;
  readonly caret: number;
  /** `InputEvent.inputType`; empty if a browser or a password manager fills the input. */
  readonly inputType: string;
};

const keyTypes = ["insertText", "insertCompositionText", "insertFromComposition"];

/** Compares the text of an input before and after a change. */
export function compareText(
  before: string,
  { typed, caret, inputType }: InputEdit,
  { show, isPlain }: InputFormat,
): TextChange {
  const plainOf = (text: string) => Array.from(text).filter(isPlain).join("");
  // separators that the format inserted are not part of what the user typed
  const written = show(plainOf(before)) === before ? plainOf : (text: string) => text;
  const suffix = before.endsWith(typed.slice(caret)) ? typed.slice(caret) : "";
  const longest = Math.min(before.length, typed.length) - suffix.length;
  let start = 0;
  while (start < longest && before[start] === typed[start]) start += 1;
  const inserted = typed.slice(start, typed.length - suffix.length);
  const [head, tail] = [written(typed.slice(0, start)), written(suffix)];
  const isKey = keyTypes.includes(inputType) && inserted.length === 1;
  const kind = inserted === "" ? "deletion" : isKey ? "key" : "insertion";
  return { text: typed, plain: head + inserted + tail, inserted, rest: head + tail, kind };
}

/** The text to show for an entry. */
export const displayText = ({ text, value }: InputEntry, { show }: InputFormat): string => text ?? show(value);

/** The value and caret position of an input after a change. `before`: the text that it showed. */
export function applyEdit(
  before: string,
  edit: InputEdit,
  format: InputFormat,
): { readonly entry: InputEntry; readonly shown: string; readonly caret: number } {
  const count = (text: string) => Array.from(text).filter(format.isPlain).length;
  let plainBefore = count(edit.typed.slice(0, edit.caret));
  let entry = format.read(compareText(before, edit, format));
  // deleting a separator deletes the character before it; otherwise the key would seem to do nothing
  const isGapDeleted =
    edit.inputType === "deleteContentBackward" &&
    edit.typed.length === before.length - 1 &&
    plainBefore > 0 &&
    displayText(entry, format) === before;
  if (isGapDeleted) {
    const { typed, caret, inputType } = edit;
    const shorter = { typed: typed.slice(0, caret - 1) + typed.slice(caret), caret: caret - 1, inputType };
    entry = format.read(compareText(before, shorter, format));
    plainBefore -= 1;
  }
  const shown = displayText(entry, format);
  if (shown === edit.typed) return { entry, shown, caret: edit.caret };
  if (shown !== before && edit.caret === edit.typed.length) return { entry, shown, caret: shown.length };
  // a key that did nothing does not move the caret either
  const rejected = shown === before ? Math.max(0, count(edit.typed) - count(before)) : 0;
  return { entry, shown, caret: caretPosition(shown, plainBefore - rejected, format.isPlain) };
}

/** The caret position in `shown` with `count` characters of the plain value before it. */
export function caretPosition(shown: string, count: number, isPlain: (character: string) => boolean): number {
  if (count === 0) return 0;
  let seen = 0;
  for (const [at, character] of [...shown].entries()) {
    if (isPlain(character)) seen += 1;
    if (seen === count) return at + 1;
  }
  return shown.length;
}
