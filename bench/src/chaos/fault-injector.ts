import type { Random } from "../support/random.ts";
import type { Sandbox } from "../support/sandbox.ts";

const targets = "prembly dojah smartcomply mono vinaudit stolen match flutterwave termii smtp".split(" ");
/** How often in a round at most: what waits, or sends 64 MB, would keep everyone from meeting the rest. */
const mostOfKind: Readonly<Record<string, number>> = {
  hang: 2,
  slow_first_byte: 2,
  slow_drip: 2,
  huge_body: 1,
  gzip_bomb: 1,
};
const kinds = [
  ..."refuse http_500 http_502_html http_429 http_401 cut_mid_body answer_lost garbled_json wrong_person".split(" "),
  ..."wrong_currency bad_utf8 ok_with_error schema_drift flapping".split(" "),
  ..."webhook_none webhook_late webhook_twice webhook_wrong_hash".split(" "),
  ...Object.keys(mostOfKind),
];
export const slowKinds: readonly string[] = ["hang", "slow_first_byte", "slow_drip"];

/** Tells the sandbox, in rounds, which provider fails how. */
export class FaultInjector {
  readonly #sandbox: Sandbox;
  readonly #random: Random;
  readonly #kinds: readonly string[];
  /** Faults that struck in earlier rounds. */
  #struck = 0;

  constructor(sandbox: Sandbox, random: Random, without: readonly string[]) {
    this.#sandbox = sandbox;
    this.#random = random;
    this.#kinds = kinds.filter((kind) => !without.includes(kind));
  }

  async nextRound(): Promise<void> {
    await this.stop();
    for (const target of targets) {
      // a provider that works for a while closes the circuit breaker again
      if (this.#random.next() < 0.25) continue;
      const rate = this.#random.pick([0.3, 0.4, 0.4, 1]);
      const rule = { target, rate, seed: this.#random.digits(6) };
      for (const kind of this.#random.shuffle(this.#kinds))
        if (await this.#sandbox.addFault({ ...rule, kind, count: mostOfKind[kind] ?? 400 })) break;
    }
  }

  /** Ends all faults. */
  async stop(): Promise<void> {
    this.#struck = await this.struck();
    await this.#sandbox.clearFaults();
  }

  /** Faults that struck so far, in this round too. */
  async struck(): Promise<number> {
    return (await this.#sandbox.faults()).reduce((sum, { fired }) => sum + fired, this.#struck);
  }
}
