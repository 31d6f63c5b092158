import type { CaptchaPurpose } from "@idanimo/contract/accounts";
import { useEffect, useRef } from "react";
import type { CheckState } from "./keep-solved.ts";
import { runTurnstile, type TurnstileSettings } from "./turnstile.ts";

type Props = {
  readonly settings: TurnstileSettings;
  readonly purpose: CaptchaPurpose;
  readonly tell: (state: CheckState) => void;
};

/** A hosted check in place of our own, where the operator chose one. It renews itself when its answer grows old. Source: design 5. */
export function TurnstileWidget({ settings, purpose, tell }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current) return;
    const end = new AbortController();
    void runTurnstile({ settings, purpose, place: place.current, signal: end.signal, tell });
    return () => end.abort();
  }, [settings, purpose, tell]);
  return <div ref={place} />;
}
