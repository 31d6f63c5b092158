/** Text that is shown in groups while its value stays plain: identity numbers and amounts of money. Pure. */

/** `70123456789` as `701 2345 6789`, sizes given from the left; what is longer follows in the last group. */
export function groupDigits(digits: string, sizes: readonly number[]): string {
  const groups: string[] = [];
  let at = 0;
  for (const [index, size] of sizes.entries()) {
    if (at >= digits.length) break;
    const end = index === sizes.length - 1 ? digits.length : at + size;
    groups.push(digits.slice(at, end));
    at = end;
  }
  return groups.join(" ");
}

/** `20000.5` as `20,000.5`; keeps an unfinished `20000.` as it is being typed. */
export function groupThousands(amount: string): string {
  const [whole = "", ...part] = amount.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return part.length === 0 ? grouped : `${grouped}.${part.join("")}`;
}

/** What a full number box holds after typing: one more digit is refused, as the last one must not be pushed out unseen. */
export function digitsTyped(typed: string, before: string, length: number): string {
  const digits = digitsOf(typed, length + 1);
  return digits.length > length && before.length === length ? before : digits.slice(0, length);
}

/** Digits alone, at most `length` of them. */
export function digitsOf(text: string, length: number): string {
  return text.replace(/\D/g, "").slice(0, length);
}

/**
 * What may stand in an amount box: nothing, or a positive number without a leading zero and at most two places; anything else
 * keeps what was there. Source: A§5.
 */
export function amountOf(text: string, before: string): string {
  const plain = text.replace(/[,\s₦$]/g, "");
  return plain === "" || /^[1-9]\d{0,12}(\.\d{0,2})?$/.test(plain) ? plain : before;
}

/** Where the caret belongs in `shown` so that `count` characters of the plain value stand before it. */
export function caretAfter(shown: string, count: number, isPlain: (character: string) => boolean): number {
  if (count === 0) return 0;
  let seen = 0;
  for (const [at, character] of [...shown].entries()) {
    if (isPlain(character)) seen += 1;
    if (seen === count) return at + 1;
  }
  return shown.length;
}
