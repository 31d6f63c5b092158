import type { Member } from "../../support/fleet.ts";

/** A program that dies at a failpoint (`CRASH_AT`) and is then started again without one. */
export class FailpointProgram {
  /** Whether it died since it was last started to die. */
  hasDied = false;
  readonly #member: Member;
  #failpoint: string | undefined;
  #restarted = Promise.resolve();
  #stderr: (readonly string[])[] = [];
  /** The process whose death is noticed. */
  #watched: unknown;

  constructor(member: Member) {
    this.#member = member;
  }

  /** Standard error of its processes since it was last started with a failpoint. */
  stderr = (): readonly string[] => this.#stderr.flat();
  /** Resolves when the program that died runs again. */
  untilRestarted = (): Promise<void> => this.#restarted;
  /** Restarts it so that it reports the failpoints it passes. */
  restartToWatch = (): Promise<void> => this.restartToDieAt("watch");

  /** @param failpoint `name:n` for the n-th pass */
  async restartToDieAt(failpoint: string): Promise<void> {
    await this.#stop();
    [this.#failpoint, this.hasDied, this.#stderr] = [failpoint, false, []];
    await this.#start();
  }

  /**
   * Lets it die at another failpoint first, while `work` leads there; then restarts it with its own failpoint.
   * @param meanwhile runs while the program is down
   */
  async dieFirstAt(failpoint: string, work: () => Promise<void>, meanwhile: () => Promise<void>): Promise<void> {
    await this.#stop();
    await this.#member.start({ CRASH_AT: `${failpoint}:1` });
    const restarted = new Promise<void>((resolve, reject) => {
      this.#member.program().process.once("exit", (_code, signal) => {
        if (signal !== "SIGKILL") reject(new Error(`it ended with ${signal}, not at ${failpoint}`));
        else
          meanwhile()
            .then(() => this.#start())
            .then(resolve, reject);
      });
    });
    await Promise.all([restarted, work()]);
  }

  /** It may die before it is ready: some failpoints are passed without any call. */
  async #start(): Promise<void> {
    try {
      await this.#member.start(this.#failpoint === undefined ? {} : { CRASH_AT: this.#failpoint });
    } catch (error) {
      const isKilled = error instanceof Error && error.message.includes("SIGKILL");
      if (this.#failpoint === undefined || !isKilled) throw error;
      return this.#startAgain();
    }
    const { process, stderr } = this.#member.program();
    this.#stderr.push(stderr);
    this.#watched = process;
    process.once("exit", (_code, signal) => {
      if (signal !== "SIGKILL" || this.#watched !== process) return;
      this.#restarted = this.#startAgain();
      this.#restarted.catch(() => undefined); // thrown to the caller of `untilRestarted`
    });
    return undefined;
  }

  async #startAgain(): Promise<void> {
    this.hasDied = true;
    this.#failpoint = undefined;
    await this.#start();
  }

  async #stop(): Promise<void> {
    await this.#restarted.catch(() => undefined); // it was reported, and the next run begins anew
    this.#watched = undefined;
    await this.#member.stop();
  }
}
