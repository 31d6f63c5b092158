import { captchaChallenge, type CaptchaPurpose } from "@idanimo/contract/accounts";
import { call, type Problem } from "../../lib/call.ts";
import { freshForMs } from "./freshness.ts";
import { untilSeen, watchSight } from "./sight.ts";
import { solve, type Unfinished } from "./solve.ts";

export type CheckState =
  | { readonly step: "working" }
  | { readonly step: "done"; readonly answer: string }
  | { readonly step: "failed"; readonly why: Problem | Unfinished };

/**
 * How long one check may take, its call and its script included. Far above what a slow phone needs at the default cost (decision 0041),
 * and short of the two minutes for which the server takes the answer.
 */
export const checkLimitMs = 60_000;

/**
 * Holds a fresh answer for a form until the signal ends it: asks, solves, and begins anew before the answer grows old, so that a
 * person who reads for long finds nothing changed. A page nobody looks at stays idle, and what failed is begun anew, untold, where
 * nobody looked for a while.
 */
export async function keepSolved(
  purpose: CaptchaPurpose,
  signal: AbortSignal,
  tell: (state: CheckState) => void,
): Promise<void> {
  const wasHidden = watchSight(signal);
  while (!signal.aborted) {
    wasHidden();
    const checked = await checkInTime(purpose, signal);
    if (signal.aborted) return;
    if ("answer" in checked) {
      tell({ step: "done", answer: checked.answer });
      await pause(checked.freshForMs, signal);
    } else if (!wasHidden()) return tell({ step: "failed", why: checked.why });
    if (document.hidden && !signal.aborted) {
      tell({ step: "working" });
      await untilSeen(signal);
    }
  }
}

type Checked = { readonly answer: string; readonly freshForMs: number } | { readonly why: Problem | Unfinished };

/** One check, which ends with the signal and no later than its limit. */
async function checkInTime(purpose: CaptchaPurpose, signal: AbortSignal): Promise<Checked> {
  const round = new AbortController();
  const end = () => round.abort();
  const timer = setTimeout(end, checkLimitMs);
  signal.addEventListener("abort", end);
  const checked = await check(purpose, round.signal);
  clearTimeout(timer);
  signal.removeEventListener("abort", end);
  return round.signal.aborted ? { why: "late" } : checked;
}

async function check(purpose: CaptchaPurpose, signal: AbortSignal): Promise<Checked> {
  const askedAt = Date.now();
  const challenge = await call(captchaChallenge, { purpose }, { signal });
  if (!challenge.ok) return { why: challenge.problem };
  const solved = await solve(challenge.value, signal);
  if ("why" in solved) return solved;
  return { ...solved, freshForMs: freshForMs(challenge.value.parameters["expiresAt"], askedAt, Date.now()) };
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
