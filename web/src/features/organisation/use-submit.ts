import { useState } from "react";
import type { CallResult, Problem } from "../../lib/call.ts";

/** Runs one call at a time for a form, with the label of its button and its last problem. */
export function useSubmit() {
  const [busy, setBusy] = useState<string>();
  const [problem, setProblem] = useState<Problem>();
  return {
    busy: busy ?? (false as const),
    problem,
    dismissProblem: () => setProblem(undefined),
    /** @returns the value; undefined after a problem, which is shown, or while another call runs */
    submit: async <Value>(label: string, act: () => Promise<CallResult<Value>>): Promise<Value | undefined> => {
      if (busy !== undefined) return undefined;
      setBusy(label);
      setProblem(undefined);
      const result = await act();
      setBusy(undefined);
      if (result.ok) return result.value;
      setProblem(result.problem);
      return undefined;
    },
  };
}
