import type { CaptchaPurpose } from "@idanimo/contract/accounts";
import { useCallback, useEffect, useId, useRef, useState } from "react";
import type { PersonCheck } from "../../lib/person-check.ts";
import { CheckLine } from "./CheckLine.tsx";
import { type CheckState, keepSolved } from "./keep-solved.ts";

/**
 * A check that a person fills in a form, without a puzzle: the browser does a little work in the background. Nothing to press,
 * to see or to hear. Source: A§4, T-08.
 */
export function usePersonCheck(purpose: CaptchaPurpose): PersonCheck {
  const [state, setState] = useState<CheckState>({ step: "working" });
  const lineId = useId();

  const running = useRef<AbortController>(undefined);

  const start = useCallback(() => {
    running.current?.abort();
    const end = new AbortController();
    running.current = end;
    void keepSolved(purpose, end.signal, (told) => {
      if (!end.signal.aborted) setState(told);
    });
  }, [purpose]);
  useEffect(() => {
    start();
    return () => running.current?.abort();
  }, [start]);

  function renew() {
    setState({ step: "working" });
    start();
  }

  return {
    answer: state.step === "done" ? state.answer : undefined,
    line: <CheckLine id={lineId} state={state} onRetry={renew} />,
    lineId,
    renew,
  };
}
