import { useEffect } from "react";
import { navigate, useLocation } from "../../lib/router.ts";

/**
 * The current step on a phone, stored in the history state so that the back button goes one step back. A reload
 * clears the choice and restarts at the first step.
 * @returns the step, and a function to change it: forward adds a history entry, back replaces the current one
 */
export function useWizardStep(): readonly [step: number, move: (to: number) => void] {
  const { pathname, search, hash, state } = useLocation();
  const step = parseStep(state);
  useEffect(() => {
    if (step > 0) navigate(pathname + search + hash, { replace: true });
    // oxlint-disable-next-line react/exhaustive-deps -- only what a reload left behind
  }, []);
  return [
    step,
    (to) => {
      if (to !== step) navigate(pathname + search, { replace: to < step, state: { step: to } });
    },
  ];
}

function parseStep(state: unknown): number {
  if (typeof state !== "object" || state === null || !("step" in state)) return 0;
  return typeof state.step === "number" ? state.step : 0;
}
