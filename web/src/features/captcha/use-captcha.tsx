import type { CaptchaPurpose } from "@idanimo/contract/accounts";
import { lazy, Suspense, useCallback, useEffect, useId, useRef, useState } from "react";
import type { CaptchaCheck } from "../../lib/captcha-check.ts";
import { runWhenIdle } from "../../lib/when-idle.ts";
import { CaptchaStatus } from "./CaptchaStatus.tsx";
import { type CaptchaState, keepCaptchaSolved } from "./keep-captcha-solved.ts";
import type { TurnstileSettings } from "./turnstile.ts";

const TurnstileWidget = lazy(async () => ({ default: (await import("./TurnstileWidget.tsx")).TurnstileWidget }));
// most installations have no hosted captcha: its code is not fetched before the form is rendered
const loadSignInSettings = async () => (await import("../../lib/sign-in-settings.ts")).fetchSignInSettings();
const widgetFailedMessage = "Part of the page could not be loaded. Check that nothing in your browser blocks it.";

/**
 * The captcha of a form, without a puzzle: the browser computes a proof of work in the background, with nothing to
 * press, see or hear. It starts at once; if the operator chose a hosted captcha, that one takes over as soon as the
 * settings are known [T-08 O-43].
 */
export function useCaptcha(purpose: CaptchaPurpose): CaptchaCheck {
  const [state, setState] = useState<CaptchaState>({ step: "working" });
  const [hosted, setHosted] = useState<TurnstileSettings>();
  // a new widget for each new answer
  const [widgetKey, setWidgetKey] = useState(0);
  const statusId = useId();

  const running = useRef<AbortController>(undefined);

  const start = useCallback(() => {
    running.current?.abort();
    const end = new AbortController();
    running.current = end;
    void keepCaptchaSolved(purpose, end.signal, (reported) => {
      if (!end.signal.aborted) setState(reported);
    });
  }, [purpose]);
  useEffect(() => {
    if (hosted) return;
    start();
    return () => running.current?.abort();
  }, [start, hosted]);

  useEffect(
    () =>
      runWhenIdle(() => {
        void loadSignInSettings().then((settings) => {
          if (settings?.captcha.kind === "turnstile") setHosted(settings.captcha);
        });
      }),
    [],
  );

  function renew() {
    setState({ step: "working" });
    if (hosted) setWidgetKey((before) => before + 1);
    else start();
  }

  const widget = hosted && (
    <Suspense>
      <TurnstileWidget key={widgetKey} settings={hosted} purpose={purpose} onState={setState} />
    </Suspense>
  );
  return {
    solution: state.step === "done" ? state.answer : undefined,
    statusLine: (
      <CaptchaStatus
        id={statusId}
        state={state}
        onRetry={renew}
        hosted={hosted && { widget, failed: widgetFailedMessage }}
      />
    ),
    statusLineId: statusId,
    renew,
  };
}
