/**
 * Requests that arrive while a statement is in flight go out together with the next one: no timer, no delay when alone. A
 * failed batch is tried again one by one, so that one bad member never harms its neighbours. Source: performance.md, limit 2.
 */
export class Coalescer<Input, Output> {
  readonly #run: (batch: readonly Input[]) => Promise<readonly Output[]>;
  readonly #most: number;
  #waiting: { input: Input; settle: (output: Output) => void; fail: (error: unknown) => void }[] = [];
  #inFlight = false;

  /** @param run answers one output per input, in order; must be safe to repeat for one that failed */
  constructor(run: (batch: readonly Input[]) => Promise<readonly Output[]>, most = 100) {
    this.#run = run;
    this.#most = most;
  }

  /** Joins the next batch. */
  ask(input: Input): Promise<Output> {
    return new Promise((settle, fail) => {
      this.#waiting.push({ input, settle, fail });
      if (!this.#inFlight) void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    this.#inFlight = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, this.#most);
      try {
        const outputs = await this.#run(batch.map((member) => member.input));
        batch.forEach((member, at) => {
          const output = outputs[at];
          if (output === undefined) member.fail(new Error("coalesce: an answer is missing"));
          else member.settle(output);
        });
      } catch (error) {
        if (batch.length === 1) batch[0]?.fail(error);
        else for (const member of batch) await this.#single(member);
      }
    }
    this.#inFlight = false;
  }

  async #single(member: {
    input: Input;
    settle: (output: Output) => void;
    fail: (error: unknown) => void;
  }): Promise<void> {
    try {
      const [output] = await this.#run([member.input]);
      if (output === undefined) member.fail(new Error("coalesce: an answer is missing"));
      else member.settle(output);
    } catch (error) {
      member.fail(error);
    }
  }
}
