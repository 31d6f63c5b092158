import type { Clock } from "../kernel/clock.ts";

/**
 * Stops asking a provider that keeps failing, tries it with one call after a pause, and measures how it is doing. Each
 * process has its own: what it protects is this process' time and the provider.
 */

export type ProviderHealth = {
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

export const defaultBreakerRules: BreakerRules = { failures: 6, windowMs: 60_000, pauseMs: 15_000, slowMs: 5_000 };

type CallRecord = { readonly at: number; readonly ms: number; readonly good: boolean };

/** `tryingSince` and `openSince` in milliseconds of the clock; null while they are not. */
export type BreakerState = {
  readonly calls: readonly CallRecord[];
  readonly openSince: number | null;
  readonly halfOpenSince: number | null;
};

export const closedBreaker: BreakerState = { calls: [], openSince: null, halfOpenSince: null };
const maxCalls = 50;

/** Whether a call may go now: always while closed; while open, one at a time after the pause. */
export function isCallAllowed(state: BreakerState, rules: BreakerRules, now: number): boolean {
  if (state.openSince === null) return true;
  return (
    now - state.openSince >= rules.pauseMs &&
    (state.halfOpenSince === null || now - state.halfOpenSince >= rules.windowMs)
  );
}

/** The state after a call was let go. */
export function stateAfterStart(state: BreakerState, now: number): BreakerState {
  return state.openSince === null ? state : { ...state, halfOpenSince: now };
}

/** The state after a call ended. A good try closes an open breaker, a bad one starts the pause again. */
export function stateAfterEnd(state: BreakerState, rules: BreakerRules, call: CallRecord): BreakerState {
  const calls = [...state.calls.slice(1 - maxCalls), call];
  if (state.openSince !== null) {
    if (call.good) return { calls: [call], openSince: null, halfOpenSince: null };
    return { calls, openSince: call.at, halfOpenSince: null };
  }
  const opens = !call.good && hasTooManyFailures(calls, rules, call.at);
  return { calls, openSince: opens ? call.at : null, halfOpenSince: null };
}

function hasTooManyFailures(calls: readonly CallRecord[], rules: BreakerRules, now: number): boolean {
  const recent = calls.filter((one) => now - one.at <= rules.windowMs);
  const bad = recent.filter((one) => !one.good).length;
  return bad >= rules.failures && bad * 2 >= recent.length;
}

/** How a provider is doing. After the pause it may be tried, so it is no longer down: else nobody would find out that it is back. */
export function healthOf(state: BreakerState, rules: BreakerRules, now: number): ProviderHealth {
  const times = Float64Array.from(
    state.calls.filter((call) => call.good),
    (call) => call.ms,
  ).sort();
  const usualMs = times[Math.floor(times.length / 2)];
  const usualSeconds = usualMs === undefined ? null : Math.round(usualMs / 100) / 10;
  if (!isCallAllowed(state, rules, now)) return { state: "down", usualSeconds };
  const isSlow = state.openSince !== null || (usualMs !== undefined && usualMs > rules.slowMs);
  return { state: isSlow ? "slow" : "up", usualSeconds };
}

/** One provider's breaker with its memory. */
export class CircuitBreaker {
  readonly #clock: Clock;
  readonly #rules: BreakerRules;
  #state = closedBreaker;

  constructor(clock: Clock, rules: BreakerRules = defaultBreakerRules) {
    this.#clock = clock;
    this.#rules = rules;
  }

  /** Whether a call may go; when true, `end` must follow. */
  start(): boolean {
    const now = this.#clock.now().getTime();
    if (!isCallAllowed(this.#state, this.#rules, now)) return false;
    this.#state = stateAfterStart(this.#state, now);
    return true;
  }

  end(good: boolean, ms: number): void {
    this.#state = stateAfterEnd(this.#state, this.#rules, { at: this.#clock.now().getTime(), ms, good });
  }

  get isOpen(): boolean {
    return this.#state.openSince !== null;
  }

  health(): ProviderHealth {
    return healthOf(this.#state, this.#rules, this.#clock.now().getTime());
  }
}
