import { useEffect } from "react";
import { navigate, useLocation } from "../../lib/router.ts";

/**
 * The current step on a phone, stored in the history state so that the back button goes one step back. A reload
 * clears the choice and restarts at the first step.
 * @returns the step, and a function to change it: forward adds a history entry, back replaces the current one
 */
export function useWizardStep(): readonly [step: number, move: (to: number) => void] {
  const { pathname, search, hash, state: said } = useLocation();
  const step = parseStep(said);
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

function parseStep(said: unknown): number {
  if (typeof said !== "object" || said === null || !("step" in said)) return 0;
  return typeof said.step === "number" ? said.step : 0;
}
