import { ninLength } from "@idanimo/contract/limits";

/** One line of a file that can be asked: its number in the file, from 1, and the NIN in it. */
export type FileLine = { readonly line: number; readonly nin: string };

/** A line's number and its NIN as a number. */
const bytesALine = 12;

/** Lines side by side in one block of bytes, which is filled again and again: no object is made for a line. */
export class PackedLines {
  readonly #bytes: Buffer;
  #count = 0;

  constructor(most: number) {
    this.#bytes = Buffer.alloc(most * bytesALine);
  }

  get isFull(): boolean {
    return this.#count * bytesALine === this.#bytes.length;
  }
  get isEmpty(): boolean {
    return this.#count === 0;
  }

  add(line: number, nin: number): void {
    this.#bytes.writeUInt32LE(line, this.#count * bytesALine);
    this.#bytes.writeDoubleLE(nin, this.#count * bytesALine + 4);
    this.#count += 1;
  }

  /** The lines so far; good until the next `add`. */
  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.#count * bytesALine);
    this.#count = 0;
    return taken;
  }
}

/** What was packed. */
export function unpackLines(bytes: Buffer): readonly FileLine[] {
  return Array.from({ length: bytes.length / bytesALine }, (_line, at) => ({
    line: bytes.readUInt32LE(at * bytesALine),
    nin: String(bytes.readDoubleLE(at * bytesALine + 4)).padStart(ninLength, "0"),
  }));
}
