/** What a box holds after typing. Pure. */

/** Capital letters and digits, at most `length`. In a full box one more is refused, so that the last is not pushed out unseen. */
export function codeTyped(typed: string, before: string, length: number): string {
  const code = typed.toUpperCase().replace(/[^A-Z0-9]/g, "");
  return code.length > length && before.length === length ? before : code.slice(0, length);
}

/** `21111990` as `21/11/1990`, also while it is unfinished. */
export function dateShown(digits: string): string {
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter((part) => part !== "").join("/");
}
