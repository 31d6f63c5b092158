import { type Challenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";

/** What a solver is asked: every `step`th counter from `start` on. */
export type SolverTask = { readonly challenge: Challenge; readonly start: number; readonly step: number };
/** What it answers: the solution, or undefined when this browser cannot work it out. */
export type SolverResult = Readonly<Record<string, unknown>> | undefined;

// runs beside the page, so that typing stays quick meanwhile
addEventListener("message", (event: MessageEvent<SolverTask>) => {
  const { challenge, start, step } = event.data;
  solveChallenge({ challenge, deriveKey, counterStart: start, counterStep: step })
    .then((solution) => postMessage(solution ? { ...solution } : undefined))
    .catch(() => postMessage(undefined));
});
