/**
 * SQLSTATEs of what one member alone may have brought about: what it sent, what was there already, a rule of ours, somebody who wrote
 * the same. All of them come quickly, and nothing was written.
 */
const singleInputCodes = /^(22|23|40|P0)/;

const isSingleInputError = (error: unknown): boolean =>
  error instanceof Error && "code" in error && singleInputCodes.test(String(error.code));

type PendingInput<Input, Output> = {
  readonly input: Input;
  readonly settle: (output: Output) => void;
  readonly fail: (error: unknown) => void;
};

/**
 * Requests that arrive in one turn of the program go out together, and those that arrive while a statement is in flight with the
 * next one: no timer, no delay when alone. A batch that failed for what may be one member's is tried again one by one, so that one bad member never harms its neighbours. For
 * anything else, such as a database out of reach, all of it fails at once: each one's wait would be added to those before, and
 * everybody who came later would wait behind them. Source: performance.md, limit 2; R-26.
 */
export class Batcher<Input, Output> {
  readonly #run: (batch: readonly Input[]) => Promise<readonly Output[]>;
  readonly #most: number;
  readonly #onBatch: (size: number) => void;
  #waiting: PendingInput<Input, Output>[] = [];
  #inFlight = false;

  /** @param run answers one output per input, in order; must be safe to repeat for one that failed; says of itself where it may have
   * written all the same (`confirming`) */
  constructor(
    run: (batch: readonly Input[]) => Promise<readonly Output[]>,
    most = 100,
    onBatch: (size: number) => void = () => undefined,
  ) {
    this.#run = run;
    this.#most = most;
    this.#onBatch = onBatch;
  }

  /** Joins the next batch. */
  submit(input: Input): Promise<Output> {
    return new Promise((settle, fail) => {
      this.#waiting.push({ input, settle, fail });
      if (this.#inFlight) return;
      this.#inFlight = true;
      setImmediate(() => void this.#drain()); // whoever was read from the lines in the same turn goes along
    });
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, this.#most);
      this.#onBatch(batch.length);
      try {
        const outputs = await this.#run(batch.map((member) => member.input));
        batch.forEach((member, at) => {
          const output = outputs[at];
          if (output === undefined) member.fail(new Error("coalesce: an answer is missing"));
          else member.settle(output);
        });
      } catch (error) {
        if (batch.length > 1 && isSingleInputError(error)) await this.#oneByOne(batch);
        else for (const member of batch) member.fail(error);
      }
    }
    this.#inFlight = false;
  }

  async #oneByOne(batch: readonly PendingInput<Input, Output>[]): Promise<void> {
    let outOfReach: unknown;
    for (const member of batch) {
      if (outOfReach !== undefined) {
        member.fail(outOfReach);
        continue;
      }
      try {
        const [output] = await this.#run([member.input]);
        if (output === undefined) member.fail(new Error("coalesce: an answer is missing"));
        else member.settle(output);
      } catch (error) {
        member.fail(error);
        if (!isSingleInputError(error)) outOfReach = error;
      }
    }
  }
}
