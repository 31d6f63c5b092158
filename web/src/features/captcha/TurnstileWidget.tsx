import type { CaptchaPurpose } from "@idanimo/contract/accounts";
import { useEffect, useRef } from "react";
import type { CaptchaState } from "./keep-captcha-solved.ts";
import { mountTurnstile, type TurnstileSettings } from "./turnstile.ts";

type Props = {
  readonly settings: TurnstileSettings;
  readonly purpose: CaptchaPurpose;
  readonly onState: (state: CaptchaState) => void;
};

/** A hosted check in place of our own, where the operator chose one. It renews itself when its answer grows old. Source: design 5. */
export function TurnstileWidget({ settings, purpose, onState }: Props) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!container.current) return;
    const end = new AbortController();
    void mountTurnstile({ settings, purpose, container: container.current, signal: end.signal, onState });
    return () => end.abort();
  }, [settings, purpose, onState]);
  return <div ref={container} />;
}
