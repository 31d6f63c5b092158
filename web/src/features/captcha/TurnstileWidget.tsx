import type { CaptchaPurpose } from "@idanimo/contract/accounts";
import { useEffect, useRef } from "react";
import type { CaptchaState } from "./keep-captcha-solved.ts";
import { mountTurnstile, type TurnstileSettings } from "./turnstile.ts";

type Props = {
  readonly settings: TurnstileSettings;
  readonly purpose: CaptchaPurpose;
  readonly onState: (state: CaptchaState) => void;
};

/**
 * The hosted captcha that replaces our own if the operator chose it. It renews itself before its answer expires
 * [O-43].
 */
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
