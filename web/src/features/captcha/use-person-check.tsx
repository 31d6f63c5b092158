import type { CaptchaPurpose } from "@idanimo/contract/accounts";
import { lazy, Suspense, useCallback, useEffect, useId, useRef, useState } from "react";
import type { PersonCheck } from "../../lib/person-check.ts";
import { whenIdle } from "../../lib/when-idle.ts";
import { CheckLine } from "./CheckLine.tsx";
import { type CheckState, keepSolved } from "./keep-solved.ts";
import type { TurnstileSettings } from "./turnstile.ts";

const TurnstileWidget = lazy(async () => ({ default: (await import("./TurnstileWidget.tsx")).TurnstileWidget }));
// most installations have no hosted check: nothing of it is fetched before the form is drawn
const settingsLater = async () => (await import("../../lib/sign-in-settings.ts")).askSignInSettings();
const widgetFailed = "Its part of the page could not be loaded. See that nothing in your browser blocks it.";

/**
 * A check that a person fills in a form, without a puzzle: the browser does a little work in the background. Nothing to press,
 * to see or to hear. It begins at once; where the operator chose a hosted check, that one takes over as soon as it is known.
 * Source: A§4, T-08, design 5.
 */
export function usePersonCheck(purpose: CaptchaPurpose): PersonCheck {
  const [state, setState] = useState<CheckState>({ step: "working" });
  const [hosted, setHosted] = useState<TurnstileSettings>();
  // a new widget for each new answer
  const [round, setRound] = useState(0);
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
    if (hosted) return;
    start();
    return () => running.current?.abort();
  }, [start, hosted]);

  useEffect(
    () =>
      whenIdle(() => {
        void settingsLater().then((settings) => {
          if (settings?.captcha.kind === "turnstile") setHosted(settings.captcha);
        });
      }),
    [],
  );

  function renew() {
    setState({ step: "working" });
    if (hosted) setRound((before) => before + 1);
    else start();
  }

  const widget = hosted && (
    <Suspense>
      <TurnstileWidget key={round} settings={hosted} purpose={purpose} tell={setState} />
    </Suspense>
  );
  return {
    answer: state.step === "done" ? state.answer : undefined,
    line: <CheckLine id={lineId} state={state} onRetry={renew} hosted={hosted && { widget, failed: widgetFailed }} />,
    lineId,
    renew,
  };
}
