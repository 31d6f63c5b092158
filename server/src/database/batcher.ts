/**
 * SQLSTATEs that one input may cause: a bad value, a duplicate, a rule of ours, a conflict. They come quickly, and
 * nothing was written.
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
 * Sends requests that arrive in the same event loop turn together, and those that arrive while a statement is in
 * flight with the next one: no timer, no delay for a single request. A batch that failed with an error of a single
 * input is retried one by one. After any other error, such as an unreachable database, the whole batch fails at
 * once, because every retry would add its own wait.
 */
export class Batcher<Input, Output> {
  readonly #run: (batch: readonly Input[]) => Promise<readonly Output[]>;
  readonly #most: number;
  readonly #onBatch: (size: number) => void;
  #waiting: PendingInput<Input, Output>[] = [];
  #inFlight = false;

  /**
   * @param run returns one output per input, in order. Must be safe to repeat after a failure, and report an
   * unknown commit as `CommitUnknownError` (`detectUnknownCommit`)
   */
  constructor(
    run: (batch: readonly Input[]) => Promise<readonly Output[]>,
    most = 100,
    onBatch: (size: number) => void = () => undefined,
  ) {
    this.#run = run;
    this.#most = most;
    this.#onBatch = onBatch;
  }

  /** Adds a request to the next batch. */
  submit(input: Input): Promise<Output> {
    return new Promise((settle, fail) => {
      this.#waiting.push({ input, settle, fail });
      if (this.#inFlight) return;
      this.#inFlight = true;
      setImmediate(() => void this.#drain()); // includes requests that arrive in the same turn
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
          if (output === undefined) member.fail(new Error("batch: an output is missing"));
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
        if (output === undefined) member.fail(new Error("batch: an output is missing"));
        else member.settle(output);
      } catch (error) {
        member.fail(error);
        if (!isSingleInputError(error)) outOfReach = error;
      }
    }
  }
}
