import { captchaChallenge, type CaptchaPurpose } from "@idanimo/contract/accounts";
import { call, type Problem } from "../../lib/call.ts";
import { renewAfterMs } from "./answer-lifetime.ts";
import { waitUntilPageVisible, trackPageHidden } from "./page-visibility.ts";
import { solveChallenge, type CaptchaFailure } from "./solve-challenge.ts";

export type CaptchaState =
  | { readonly step: "working" }
  | { readonly step: "done"; readonly answer: string }
  | { readonly step: "failed"; readonly why: Problem | CaptchaFailure };

/**
 * The time limit of one check, including its request and its worker script. Far above what a slow phone needs at
 * the default cost (decision 0041), and below the two minutes for which the server accepts the answer.
 */
export const captchaTimeoutMs = 60_000;

/**
 * Keeps a valid captcha answer for a form until the signal aborts: requests and solves a challenge, and renews the
 * answer before it expires. A hidden page stays idle. A check that failed while the page was hidden restarts
 * without reporting the failure.
 */
export async function keepCaptchaSolved(
  purpose: CaptchaPurpose,
  signal: AbortSignal,
  onState: (state: CaptchaState) => void,
): Promise<void> {
  const wasHidden = trackPageHidden(signal);
  while (!signal.aborted) {
    wasHidden();
    const checked = await solveWithTimeout(purpose, signal);
    if (signal.aborted) return;
    if ("answer" in checked) {
      onState({ step: "done", answer: checked.answer });
      await sleep(checked.freshForMs, signal);
    } else if (!wasHidden()) return onState({ step: "failed", why: checked.why });
    if (document.hidden && !signal.aborted) {
      onState({ step: "working" });
      await waitUntilPageVisible(signal);
    }
  }
}

type SolveResult =
  | { readonly answer: string; readonly freshForMs: number }
  | { readonly why: Problem | CaptchaFailure };

/** Runs one check; stops at the signal or at the time limit. */
async function solveWithTimeout(purpose: CaptchaPurpose, signal: AbortSignal): Promise<SolveResult> {
  const attempt = new AbortController();
  const end = () => attempt.abort();
  const timer = setTimeout(end, captchaTimeoutMs);
  signal.addEventListener("abort", end);
  const checked = await fetchAndSolve(purpose, attempt.signal);
  clearTimeout(timer);
  signal.removeEventListener("abort", end);
  return attempt.signal.aborted ? { why: "late" } : checked;
}

async function fetchAndSolve(purpose: CaptchaPurpose, signal: AbortSignal): Promise<SolveResult> {
  const requestedAt = Date.now();
  const challenge = await call(captchaChallenge, { purpose }, { signal });
  if (!challenge.ok) return { why: challenge.problem };
  const solved = await solveChallenge(challenge.value, signal);
  if ("why" in solved) return solved;
  return { ...solved, freshForMs: renewAfterMs(challenge.value.parameters.data?.expiresAt, requestedAt, Date.now()) };
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
