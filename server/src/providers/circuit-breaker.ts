import type { Clock } from "../kernel/clock.ts";

/**
 * Stops calls to a provider that keeps failing, tries it with one call after a pause, and measures its health. Each
 * process has its own.
 */

export type ProviderHealth = {
  readonly state: "up" | "slow" | "down";
  /** Median of the latest response times; null if there are none. */
  readonly usualSeconds: number | null;
};

export type BreakerRules = {
  /** This many failures within the window open it, if they are at least half of the calls. */
  readonly failures: number;
  readonly windowMs: number;
  /** After this long, one call may try. */
  readonly pauseMs: number;
  /** A median above this counts as slow. */
  readonly slowMs: number;
};

export const defaultBreakerRules: BreakerRules = { failures: 6, windowMs: 60_000, pauseMs: 15_000, slowMs: 5_000 };

/** Never opens: for test mode and tests, in which calls fail on purpose. */
export const neverOpenRules: BreakerRules = { failures: Infinity, windowMs: 1, pauseMs: 1, slowMs: Infinity };

type CallRecord = { readonly at: number; readonly ms: number; readonly good: boolean };

/** `halfOpenSince` and `openSince` in milliseconds of the clock; null if it does not apply. */
export type BreakerState = {
  readonly calls: readonly CallRecord[];
  readonly openSince: number | null;
  readonly halfOpenSince: number | null;
};

export const closedBreaker: BreakerState = { calls: [], openSince: null, halfOpenSince: null };
const maxCalls = 50;

/** Whether a call may start now: always while closed; while open, one at a time after the pause. */
export function isCallAllowed(state: BreakerState, rules: BreakerRules, now: number): boolean {
  if (state.openSince === null) return true;
  return (
    now - state.openSince >= rules.pauseMs &&
    (state.halfOpenSince === null || now - state.halfOpenSince >= rules.windowMs)
  );
}

/** The state after a call started. */
export function stateAfterStart(state: BreakerState, now: number): BreakerState {
  return state.openSince === null ? state : { ...state, halfOpenSince: now };
}

/** The state after a call ended. A successful try closes an open breaker; a failed one restarts the pause. */
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

/**
 * The provider's health. After the pause it is no longer down, because otherwise no call would discover that it has
 * recovered.
 */
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

/** The breaker of one provider, with its state. */
export class CircuitBreaker {
  readonly #clock: Clock;
  readonly #rules: BreakerRules;
  #state = closedBreaker;

  constructor(clock: Clock, rules: BreakerRules = defaultBreakerRules) {
    this.#clock = clock;
    this.#rules = rules;
  }

  /** Whether a call may start; if true, call `end` afterwards. */
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
