const [lineFeed, carriageReturn] = [10, 13];
const byteOrderMark = Buffer.of(0xef, 0xbb, 0xbf);
const none = Buffer.alloc(0);

/**
 * Cuts bytes into lines as they come, whichever of the three line ends they use. Written by hand for the sake of memory: a reader
 * of whole tables makes several objects for each line, and the heap grows with the file. This one only points at a line:
 * `bytes` from `from` to `to`, good until the next step.
 */
export class LineScanner {
  readonly #longest: number;
  #data: Buffer = none;
  #space: Buffer = none;
  #at = 0;
  #wasReturn = false;
  #isOver = false;
  from = 0;
  to = 0;
  /** Its number, from 1. */
  line = 0;

  /** @param longest bytes that a line may have */
  constructor(longest: number) {
    this.#longest = longest;
  }

  get bytes(): Buffer {
    return this.#data;
  }

  /** Adds bytes behind what no line has ended yet, in one block that is used again and again. */
  push(chunk: Buffer): void {
    const rest = this.#data.subarray(this.#at);
    const length = rest.length + chunk.length;
    const space = length > this.#space.length ? Buffer.alloc(length * 2) : this.#space;
    rest.copy(space);
    chunk.copy(space, rest.length);
    this.#space = space;
    this.#data = space.subarray(0, length);
    this.#at = 0;
  }

  /** No more bytes come: what is left is the last line. */
  end(): void {
    this.#isOver = true;
  }

  /** Whether more has come without an end than a line may have. */
  get isTooLong(): boolean {
    return this.#data.length - this.#at > this.#longest;
  }

  /** Steps to the next line; false when none is whole. */
  next(): boolean {
    const data = this.#data;
    if (this.#wasReturn && data[this.#at] === lineFeed) this.#at += 1; // the second half of one line end
    if (this.#at < data.length) this.#wasReturn = false;
    let at = this.#at;
    while (at < data.length && data[at] !== lineFeed && data[at] !== carriageReturn) at += 1;
    if (at === data.length && !(this.#isOver && this.#at < at)) return false;
    const hasMark = this.line === 0 && data.subarray(this.#at, this.#at + byteOrderMark.length).equals(byteOrderMark);
    this.from = this.#at + (hasMark ? byteOrderMark.length : 0);
    this.to = at;
    this.line += 1;
    this.#wasReturn = data[at] === carriageReturn;
    this.#at = Math.min(at + 1, data.length);
    return true;
  }
}
