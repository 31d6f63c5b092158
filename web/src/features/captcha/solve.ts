import type { captchaChallenge } from "@idanimo/contract/accounts";
import type { OutputOf } from "@idanimo/contract/operation";
import type { Solved, Work } from "./solver.worker.ts";

type Challenge = OutputOf<typeof captchaChallenge>;

/** More workers than this gain little and make a phone warm. */
const mostWorkers = 4;

/**
 * Works out a challenge in the background, on some of the device's cores.
 * @returns the value of the form's field `captcha`; undefined when this browser cannot do it or the signal ended it
 */
export function solve(challenge: Challenge, signal: AbortSignal): Promise<string | undefined> {
  const count = Math.max(1, Math.min(mostWorkers, (navigator.hardwareConcurrency || 1) - 1));
  return new Promise((resolve) => {
    const workers = Array.from({ length: count }, (_, start) => {
      const worker = new Worker(new URL("./solver.worker.ts", import.meta.url), { type: "module" });
      worker.addEventListener("message", (event: MessageEvent<Solved>) => end(event.data));
      worker.addEventListener("error", () => end(undefined));
      worker.postMessage({ challenge, start, step: count } satisfies { [Key in keyof Work]: unknown }, []);
      return worker;
    });
    function end(solution: Solved) {
      for (const worker of workers) worker.terminate();
      // signature and numbers only, so plain letters throughout
      resolve(solution && btoa(JSON.stringify({ challenge, solution })));
    }
    signal.addEventListener("abort", () => end(undefined), { once: true });
  });
}
