import { captchaChallenge, type CaptchaPurpose } from "@idanimo/contract/accounts";
import { call, type Problem } from "../../lib/call.ts";
import { freshForMs } from "./freshness.ts";
import { solve } from "./solve.ts";

export type CheckState =
  | { readonly step: "working" }
  | { readonly step: "done"; readonly answer: string }
  /** Without a problem: the browser itself could not work it out. */
  | { readonly step: "failed"; readonly problem: Problem | undefined };

/**
 * Holds a fresh answer for a form until the signal ends it: asks, solves, and begins anew before the answer grows old, so that a
 * person who reads for long finds nothing changed. A page nobody looks at stays idle.
 */
export async function keepSolved(
  purpose: CaptchaPurpose,
  signal: AbortSignal,
  tell: (state: CheckState) => void,
): Promise<void> {
  while (!signal.aborted) {
    const askedAt = Date.now();
    const challenge = await call(captchaChallenge, { purpose }, { signal });
    if (signal.aborted) return;
    if (!challenge.ok) return tell({ step: "failed", problem: challenge.problem });
    const answer = await solve(challenge.value, signal);
    if (signal.aborted) return;
    if (answer === undefined) return tell({ step: "failed", problem: undefined });
    tell({ step: "done", answer });
    await pause(freshForMs(challenge.value.parameters["expiresAt"], askedAt, Date.now()), signal);
    if (document.hidden && !signal.aborted) {
      tell({ step: "working" });
      await untilSeen(signal);
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function untilSeen(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const seen = () => {
      if (document.hidden) return;
      document.removeEventListener("visibilitychange", seen);
      resolve();
    };
    document.addEventListener("visibilitychange", seen, { signal });
    signal.addEventListener("abort", () => resolve());
  });
}
