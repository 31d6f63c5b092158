import * as z from "zod/mini";
import type { Chance } from "../chance.ts";

/** What goes wrong outside: the sandbox is told, in rounds, which of its providers fails how. */

const targets = [
  "prembly",
  "dojah",
  "smartcomply",
  "mono",
  "vinaudit",
  "stolen",
  "match",
  "flutterwave",
  "termii",
  "smtp",
] as const;
type Target = (typeof targets)[number];

/** How often in a round at most. What only waits, or is 64 MB, would keep everybody from meeting the rest. */
const kinds: ReadonlyMap<string, number> = new Map([
  ["refuse", 400],
  ["hang", 2],
  ["slow_first_byte", 2],
  ["slow_drip", 2],
  ["http_500", 400],
  ["http_502_html", 400],
  ["http_429", 400],
  ["http_401", 400],
  ["cut_mid_body", 400],
  ["answer_lost", 400],
  ["garbled_json", 400],
  ["wrong_person", 400],
  ["wrong_currency", 400],
  ["huge_body", 1],
  ["gzip_bomb", 1],
  ["bad_utf8", 400],
  ["ok_with_error", 400],
  ["schema_drift", 400],
  ["flapping", 400],
  ["webhook_none", 400],
  ["webhook_late", 400],
  ["webhook_twice", 400],
  ["webhook_wrong_hash", 400],
]);
/** They only wait: a short run leaves them out. */
export const slowKinds: readonly string[] = ["hang", "slow_first_byte", "slow_drip"];

const report = z.array(z.object({ target: z.string(), kind: z.string(), fired: z.number() }));

export type Faults = {
  /** Ends this round's faults and begins another round's. */
  nextRound(): Promise<void>;
  /** Ends all faults. */
  stop(): Promise<void>;
  /** Faults that struck so far, with those of the running round. */
  struck(): Promise<number>;
  /** How often each kind struck, by target. */
  readonly counts: ReadonlyMap<string, ReadonlyMap<string, number>>;
};

/**
 * @param sandbox the sandbox's origin
 * @param without kinds that are left out
 */
export function openFaults(sandbox: string, chance: Chance, without: readonly string[]): Faults {
  const path = `${sandbox}/__sandbox/faults`;
  const counts = new Map<string, Map<string, number>>();
  const used = [...kinds.keys()].filter((kind) => !without.includes(kind));
  /** Kinds that the sandbox says a target does not know. */
  const unknown = new Set<string>();
  let ended = 0;

  const read = async () => report.parse(await (await fetch(path)).json());

  async function begin(target: Target): Promise<void> {
    // a provider that works for a while, so that whoever stopped asking it begins again
    if (chance.next() < 0.25) return;
    for (;;) {
      const left = used.filter((kind) => !unknown.has(`${target} ${kind}`));
      const [first, ...rest] = left;
      if (first === undefined) return;
      const kind = chance.one([first, ...rest]);
      const rate = chance.one([0.3, 0.4, 0.4, 1]);
      const body = { target, kind, rate, count: kinds.get(kind), seed: chance.digits(6) };
      const answer = await fetch(path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      if (answer.ok) return;
      unknown.add(`${target} ${kind}`);
    }
  }

  async function stop(): Promise<void> {
    for (const { target, kind, fired } of await read()) {
      if (fired === 0) continue;
      const ofTarget = counts.get(target) ?? new Map<string, number>();
      counts.set(target, ofTarget.set(kind, (ofTarget.get(kind) ?? 0) + fired));
      ended += fired;
    }
    await fetch(path, { method: "DELETE" });
  }

  return {
    counts,
    stop,
    async nextRound() {
      await stop();
      for (const target of targets) await begin(target);
    },
    struck: async () => ended + (await read()).reduce((sum, { fired }) => sum + fired, 0),
  };
}
