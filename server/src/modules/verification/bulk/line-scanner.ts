const [lineFeed, carriageReturn] = [10, 13];
/** How a byte order mark reads, byte by byte. */
const mark = "\u00ef\u00bb\u00bf";

/**
 * Cuts bytes into lines as they come, whichever of the three line ends they use. Written by hand for the sake of memory: a reader
 * of whole tables makes several objects for each line, and the heap grows with the file. Bytes are handed on as Latin letters:
 * whoever expects digits sees digits.
 */
export class LineScanner {
  readonly #longest: number;
  readonly #take: (text: string, line: number) => void;
  /** The beginning of a line whose end has not come yet. */
  #rest = "";
  #line = 0;
  #wasReturn = false;

  /**
   * @param longest bytes that a line may have
   * @param take    gets each line, and its number from 1
   */
  constructor(longest: number, take: (text: string, line: number) => void) {
    this.#longest = longest;
    this.#take = take;
  }

  /** Takes the next bytes; false when a line is too long to be one. */
  push(chunk: Buffer): boolean {
    let start = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (byte !== lineFeed && byte !== carriageReturn) continue;
      const isSecondHalf = byte === lineFeed && this.#wasReturn && at === start && this.#rest === "";
      if (!isSecondHalf) this.#give(chunk.toString("latin1", start, at));
      this.#wasReturn = byte === carriageReturn;
      start = at + 1;
    }
    if (start < chunk.length) {
      if (this.#rest.length + chunk.length - start > this.#longest) return false;
      this.#rest += chunk.toString("latin1", start);
      this.#wasReturn = false;
    }
    return true;
  }

  /** No more bytes come. */
  end(): void {
    if (this.#rest !== "") this.#give("");
  }

  #give(text: string): void {
    this.#line += 1;
    const whole = this.#rest + text;
    this.#rest = "";
    this.#take(this.#line === 1 && whole.startsWith(mark) ? whole.slice(mark.length) : whole, this.#line);
  }
}
