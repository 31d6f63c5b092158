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

export type FaultInjector = ReturnType<typeof createFaultInjector>;

/** Makes the providers of the sandbox fail, in rounds. */
export function createFaultInjector(sandbox: Sandbox, random: Random, without: readonly string[]) {
  const wanted = kinds.filter((kind) => !without.includes(kind));
  let struckBefore = 0;
  /** Faults that struck so far, in this round too. */
  const struck = async () => (await sandbox.faults()).reduce((sum, { fired }) => sum + fired, struckBefore);
  /** Ends all faults. */
  const stop = async () => {
    struckBefore = await struck();
    await sandbox.clearFaults();
  };
  const nextRound = async () => {
    await stop();
    for (const target of targets) {
      // a provider that works for a while closes the circuit breaker again
      if (random.next() < 0.25) continue;
      const rule = { target, rate: random.pick([0.3, 0.4, 0.4, 1]), seed: random.digits(6) };
      for (const kind of random.shuffle(wanted))
        if (await sandbox.addFault({ ...rule, kind, count: mostOfKind[kind] ?? 400 })) break;
    }
  };
  return { struck, stop, nextRound };
}
