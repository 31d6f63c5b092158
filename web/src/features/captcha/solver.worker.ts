import { type Challenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";

/** The task of one worker: every `step`th counter from `start` on. */
export type SolverTask = { readonly challenge: Challenge; readonly start: number; readonly step: number };
/** The solution, or undefined if this browser cannot compute it. */
export type SolverResult = Readonly<Record<string, unknown>> | undefined;

// runs in a worker, so that typing stays responsive
addEventListener("message", (event: MessageEvent<SolverTask>) => {
  const { challenge, start, step } = event.data;
  solveChallenge({ challenge, deriveKey, counterStart: start, counterStep: step })
    .then((solution) => postMessage(solution ? { ...solution } : undefined))
    .catch(() => postMessage(undefined));
});
