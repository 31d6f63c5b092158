import type { Clock } from "../kernel/clock.ts";

/**
 * Stops asking a provider that keeps failing, tries it with one call after a pause, and measures how it is doing. Each
 * process has its own: what it protects is this process' time and the provider.
 */

export type Standing = {
  readonly state: "up" | "slow" | "down";
  /** Middle of the latest answers; null while there are none. */
  readonly usualSeconds: number | null;
};

export type BreakerRules = {
  /** So many failures within the window open it, when they are at least half of the calls. */
  readonly failures: number;
  readonly windowMs: number;
  /** After this long, one call may try. */
  readonly pauseMs: number;
  /** A usual answer above this counts as slow. */
  readonly slowMs: number;
};

export const usualRules: BreakerRules = { failures: 6, windowMs: 60_000, pauseMs: 15_000, slowMs: 5_000 };

type Call = { readonly at: number; readonly ms: number; readonly good: boolean };

/** `tryingSince` and `openSince` in milliseconds of the clock; null while they are not. */
export type BreakerState = {
  readonly calls: readonly Call[];
  readonly openSince: number | null;
  readonly tryingSince: number | null;
};

export const closedBreaker: BreakerState = { calls: [], openSince: null, tryingSince: null };
const mostCalls = 50;

/** Whether a call may go now: always while closed; while open, one at a time after the pause. */
export function mayCall(state: BreakerState, rules: BreakerRules, now: number): boolean {
  if (state.openSince === null) return true;
  return (
    now - state.openSince >= rules.pauseMs && (state.tryingSince === null || now - state.tryingSince >= rules.windowMs)
  );
}

/** The state after a call was let go. */
export function afterStart(state: BreakerState, now: number): BreakerState {
  return state.openSince === null ? state : { ...state, tryingSince: now };
}

/** The state after a call ended. A good try closes an open breaker, a bad one starts the pause again. */
export function afterEnd(state: BreakerState, rules: BreakerRules, call: Call): BreakerState {
  const calls = [...state.calls.slice(1 - mostCalls), call];
  if (state.openSince !== null) {
    if (call.good) return { calls: [call], openSince: null, tryingSince: null };
    return { calls, openSince: call.at, tryingSince: null };
  }
  const opens = !call.good && areTooMany(calls, rules, call.at);
  return { calls, openSince: opens ? call.at : null, tryingSince: null };
}

function areTooMany(calls: readonly Call[], rules: BreakerRules, now: number): boolean {
  const recent = calls.filter((one) => now - one.at <= rules.windowMs);
  const bad = recent.filter((one) => !one.good).length;
  return bad >= rules.failures && bad * 2 >= recent.length;
}

/** How a provider is doing. After the pause it may be tried, so it is no longer down: else nobody would find out that it is back. */
export function standingOf(state: BreakerState, rules: BreakerRules, now: number): Standing {
  const times = Float64Array.from(
    state.calls.filter((call) => call.good),
    (call) => call.ms,
  ).sort();
  const usualMs = times[Math.floor(times.length / 2)];
  const usualSeconds = usualMs === undefined ? null : Math.round(usualMs / 100) / 10;
  if (!mayCall(state, rules, now)) return { state: "down", usualSeconds };
  const isSlow = state.openSince !== null || (usualMs !== undefined && usualMs > rules.slowMs);
  return { state: isSlow ? "slow" : "up", usualSeconds };
}

/** One provider's breaker with its memory. */
export class Breaker {
  readonly #clock: Clock;
  readonly #rules: BreakerRules;
  #state = closedBreaker;

  constructor(clock: Clock, rules: BreakerRules = usualRules) {
    this.#clock = clock;
    this.#rules = rules;
  }

  /** Whether a call may go; when true, `end` must follow. */
  start(): boolean {
    const now = this.#clock.now().getTime();
    if (!mayCall(this.#state, this.#rules, now)) return false;
    this.#state = afterStart(this.#state, now);
    return true;
  }

  end(good: boolean, ms: number): void {
    this.#state = afterEnd(this.#state, this.#rules, { at: this.#clock.now().getTime(), ms, good });
  }

  get isOpen(): boolean {
    return this.#state.openSince !== null;
  }

  standing(): Standing {
    return standingOf(this.#state, this.#rules, this.#clock.now().getTime());
  }
}
