import { useEffect } from "react";
import { go, usePlace } from "../../lib/place.ts";

/**
 * The step shown on a phone, kept in the browser's own history so that its back button goes one step back. After a reload nothing is
 * chosen any more, and the first step begins anew.
 * @returns the step, and how to move: forward adds to the history, back takes the place of the step that is left
 */
export function useStep(): readonly [step: number, move: (to: number) => void] {
  const { pathname, search, hash, said } = usePlace();
  const step = stepIn(said);
  useEffect(() => {
    if (step > 0) go(pathname + search + hash, { replace: true });
    // oxlint-disable-next-line react/exhaustive-deps -- only what a reload left behind
  }, []);
  return [
    step,
    (to) => {
      if (to !== step) go(pathname + search, { replace: to < step, said: { step: to } });
    },
  ];
}

function stepIn(said: unknown): number {
  if (typeof said !== "object" || said === null || !("step" in said)) return 0;
  return typeof said.step === "number" ? said.step : 0;
}
