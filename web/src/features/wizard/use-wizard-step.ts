import { useEffect } from "react";
import { navigate, useLocation } from "../../lib/router.ts";

/**
 * The step shown on a phone, kept in the browser's own history so that its back button goes one step back. After a reload nothing is
 * chosen any more, and the first step begins anew.
 * @returns the step, and how to move: forward adds to the history, back takes the place of the step that is left
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
