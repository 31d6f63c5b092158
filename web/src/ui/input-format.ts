/** What happened to the text of a box, and what a box makes of it. Pure. */

export type TextChange = {
  /** The complete text after the change. */
  readonly text: string;
  /** The same without the separators that the box had put into the text before. */
  readonly plain: string;
  readonly inserted: string;
  /** `plain` without the inserted text. */
  readonly rest: string;
  /** One character from a key; several at once from a paste, a drop or a keyboard's suggestion; or nothing but a deletion. */
  readonly kind: "key" | "insertion" | "deletion";
};

export type InputEntry = {
  readonly value: string;
  /** The text of the box, while it differs from how the value is usually shown. */
  readonly text?: string;
  /** The value is the text as the person left it: not what the box is for, so its rule has to say why. */
  readonly isUnread?: true;
};

/** Finds the value in a changed text. */
export type ReadChange = (change: TextChange) => InputEntry;

/** How the value of a box is read and shown. */
export type InputFormat = {
  readonly read: ReadChange;
  /** How a plain value is shown. It may add characters but drop none, and leaves any other text as it is. */
  readonly show: (value: string) => string;
  /** Whether a shown character belongs to the plain value. */
  readonly isPlain: (character: string) => boolean;
};

type InputEdit = {
  /** The text of the box, and where its caret is, after the change. */
  readonly typed: string;
  readonly caret: number;
  /** `InputEvent.inputType`; empty where a browser or a password manager fills the box. */
  readonly inputType: string;
};

const keyTypes = ["insertText", "insertCompositionText", "insertFromComposition"];

/** Compares the text of a box before and after a change. */
export function compareText(
  before: string,
  { typed, caret, inputType }: InputEdit,
  { show, isPlain }: InputFormat,
): TextChange {
  const plainOf = (text: string) => Array.from(text).filter(isPlain).join("");
  // separators that the box has put there are not a part of what the person wrote
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

/** The text of a box with an entry. */
export const displayText = ({ text, value }: InputEntry, { show }: InputFormat): string => text ?? show(value);

/** What a box contains after a change, and where its caret is. `before`: the text that it showed. */
export function applyEdit(
  before: string,
  edit: InputEdit,
  format: InputFormat,
): { readonly entry: InputEntry; readonly shown: string; readonly caret: number } {
  const count = (text: string) => Array.from(text).filter(format.isPlain).length;
  let plainBefore = count(edit.typed.slice(0, edit.caret));
  let entry = format.read(compareText(before, edit, format));
  // deleting a gap deletes the character before it; otherwise the key would seem dead
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
  const refused = shown === before ? Math.max(0, count(edit.typed) - count(before)) : 0;
  return { entry, shown, caret: caretPosition(shown, plainBefore - refused, format.isPlain) };
}

/** Where the caret belongs in `shown` so that `count` characters of the plain value are before it. */
export function caretPosition(shown: string, count: number, isPlain: (character: string) => boolean): number {
  if (count === 0) return 0;
  let seen = 0;
  for (const [at, character] of [...shown].entries()) {
    if (isPlain(character)) seen += 1;
    if (seen === count) return at + 1;
  }
  return shown.length;
}
