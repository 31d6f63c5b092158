/**
 * A set of whole numbers for very many of them: one block of memory, made once for the most that can come, in place of an object
 * for each. So a long file costs what a short one does.
 */
export class NumberSet {
  /** A number plus one in its place; 0 is an empty one. */
  readonly #slots: Float64Array;
  readonly #shift: number;

  constructor(most: number) {
    const bits = Math.max(4, Math.ceil(Math.log2(most * 2)));
    this.#slots = new Float64Array(2 ** bits);
    this.#shift = 32 - bits;
  }

  /** Adds a whole number from 0; false when it was there before. */
  add(number: number): boolean {
    const mixed = ((number % 4_294_967_296) | 0) ^ Math.imul(Math.floor(number / 4_294_967_296), 0x85eb_ca6b);
    let at = Math.imul(mixed, 0x9e37_79b1) >>> this.#shift;
    for (;;) {
      const kept = this.#slots[at];
      if (kept === number + 1) return false;
      if (kept === 0) break;
      at = (at + 1) % this.#slots.length;
    }
    this.#slots[at] = number + 1;
    return true;
  }
}
