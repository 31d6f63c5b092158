import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";

/**
 * The step shown on a phone, kept in the browser's own history so that its back button goes one step back. After a reload nothing is
 * chosen any more, and the first step begins anew.
 * @returns the step, and how to move: forward adds to the history, back takes the place of the step that is left
 */
export function useStep(): readonly [step: number, move: (to: number) => void] {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const step = stepIn(state);
  useEffect(() => {
    if (stepIn(history.state?.usr) > 0) void navigate({ pathname, search, hash }, { replace: true, state: null });
    // oxlint-disable-next-line react/exhaustive-deps -- only what a reload left behind
  }, []);
  return [
    step,
    (to) => {
      if (to !== step) void navigate({ pathname, search }, { replace: to < step, state: { step: to } });
    },
  ];
}

function stepIn(state: unknown): number {
  if (typeof state !== "object" || state === null || !("step" in state)) return 0;
  return typeof state.step === "number" ? state.step : 0;
}
