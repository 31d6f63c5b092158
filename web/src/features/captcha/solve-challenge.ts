import type { captchaChallenge } from "@idanimo/contract/accounts";
import type { OutputOf } from "@idanimo/contract/operation";
import type { SolverResult, SolverTask } from "./solver.worker.ts";

type Challenge = OutputOf<typeof captchaChallenge>;

/**
 * Why there is no answer when the server reported no problem: timeout, a script that did not load, or an
 * unsupported browser.
 */
export type CaptchaFailure = "late" | "not_loaded" | "unable";

/** More workers gain little and drain a phone's battery. */
const maxWorkers = 4;

/**
 * Solves a challenge in workers on some of the device's cores, until the signal aborts.
 * @returns `answer` for the form field `captcha`
 */
export function solveChallenge(
  challenge: Challenge,
  signal: AbortSignal,
): Promise<{ readonly answer: string } | { readonly why: CaptchaFailure }> {
  const count = Math.max(1, Math.min(maxWorkers, (navigator.hardwareConcurrency || 1) - 1));
  return new Promise((resolve) => {
    const workers: Worker[] = [];
    function end(result: { readonly answer: string } | { readonly why: CaptchaFailure }) {
      for (const worker of workers) worker.terminate();
      resolve(result);
    }
    signal.addEventListener("abort", () => end({ why: "late" }), { once: true });
    try {
      for (let start = 0; start < count; start += 1) {
        const worker = new Worker(new URL("./solver.worker.ts", import.meta.url), { type: "module" });
        workers.push(worker);
        worker.addEventListener("message", ({ data: solution }: MessageEvent<SolverResult>) =>
          // contains only a signature and numbers, so it is ASCII and safe for btoa
          end(solution ? { answer: btoa(JSON.stringify({ challenge, solution })) } : { why: "unable" }),
        );
        // a script that throws has a message; a script that did not load has none
        worker.addEventListener("error", (event) => end({ why: event.message ? "unable" : "not_loaded" }));
        worker.postMessage({ challenge, start, step: count } satisfies { [Key in keyof SolverTask]: unknown }, []);
      }
    } catch {
      end({ why: "unable" });
    }
  });
}
