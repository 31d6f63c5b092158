import type pg from "pg";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { invitationsPerDay } from "@idanimo/contract/organisations/limits";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import { addressPrefix } from "./remote-address.ts";
import { type Counter, resetShared, refundShared, consumeShared, findFullCounters } from "./shared-rate-limits.ts";

/** One limit: `points` in `seconds` for one key. */
export type LimitSpec = {
  readonly points: number;
  readonly seconds: number;
  /** Counted in the database across processes; other limits are counted per process. */
  readonly shared: boolean;
  /** Keyed by address; a demonstration multiplies it by 100. */
  readonly perAddress: boolean;
  /** `points` attempts are free, then each waits twice as long as the one before. For shared limits only. [T-06] */
  readonly hasBackoff?: true;
};

/** Every limit of the API. The setting LIMITS may change each one. */
export const limitSpecs = {
  login_address: { points: 30, seconds: 300, shared: true, perAddress: true },
  login_pair: { points: 3, seconds: 86_400, shared: true, perAddress: true, hasBackoff: true },
  login_account: { points: 10, seconds: 900, shared: true, perAddress: false },
  login_account_day: { points: 100, seconds: 86_400, shared: true, perAddress: false },
  registration_address: { points: 20, seconds: 3600, shared: true, perAddress: true },
  code_address: { points: 30, seconds: 600, shared: true, perAddress: true },
  code_destination: { points: 10, seconds: 86_400, shared: true, perAddress: false },
  code_texts: { points: 2_000, seconds: 86_400, shared: true, perAddress: false },
  forgot_address: { points: 20, seconds: 3600, shared: true, perAddress: true },
  forgot_account: { points: 5, seconds: 3600, shared: true, perAddress: false },
  passkey_address: { points: 120, seconds: 300, shared: false, perAddress: true },
  captcha_address: { points: 120, seconds: 300, shared: false, perAddress: true },
  lookup_account: { points: 300, seconds: 86_400, shared: true, perAddress: false },
  alike_thousand_account: { points: 15, seconds: 86_400, shared: true, perAddress: false },
  alike_million_account: { points: 100, seconds: 86_400, shared: true, perAddress: false },
  bulk_account: { points: 50, seconds: 86_400, shared: true, perAddress: false },
  payment_check_account: { points: 60, seconds: 60, shared: false, perAddress: false },
  payment_start_address: { points: 60, seconds: 3600, shared: true, perAddress: true },
  payment_start_account: { points: 60, seconds: 3600, shared: true, perAddress: false },
  source_report_account: { points: 20, seconds: 60, shared: false, perAddress: false },
  report_account: { points: 20, seconds: 60, shared: false, perAddress: false },
  statement_account: { points: 10, seconds: 600, shared: false, perAddress: false },
  verify_address: { points: 120, seconds: 300, shared: false, perAddress: true },
  receipt_account: { points: 30, seconds: 60, shared: false, perAddress: false },
  take_out_account: { points: 10, seconds: 3600, shared: true, perAddress: false },
  match_account: { points: 5, seconds: 86_400, shared: true, perAddress: false },
  export_account: { points: 10, seconds: 600, shared: false, perAddress: false },
  picture_account: { points: 30, seconds: 3600, shared: false, perAddress: false },
  request_action_account: { points: 300, seconds: 3600, shared: true, perAddress: false },
  guardian_account: { points: 20, seconds: 86_400, shared: false, perAddress: false },
  organisation_account: { points: 10, seconds: 86_400, shared: true, perAddress: false },
  invitation_organisation: { points: invitationsPerDay, seconds: 86_400, shared: true, perAddress: false },
  invitation_address: { points: 120, seconds: 300, shared: false, perAddress: true },
  sso_lookup_address: { points: 120, seconds: 300, shared: false, perAddress: true },
  domain_check_organisation: { points: 30, seconds: 600, shared: true, perAddress: false },
  scim_address: { points: 60, seconds: 300, shared: false, perAddress: true },
  scim_organisation: { points: 1_200, seconds: 60, shared: false, perAddress: false },
  key_address: { points: 60, seconds: 300, shared: false, perAddress: true },
  // 20 a second for a key and 100 for an organisation, in bursts of twice that [DP-14]
  key_calls: { points: 40, seconds: 2, shared: false, perAddress: false },
  key_calls_organisation: { points: 200, seconds: 2, shared: false, perAddress: false },
  leaked_address: { points: 60, seconds: 60, shared: false, perAddress: true },
  face_ticket_account: { points: 30, seconds: 3600, shared: false, perAddress: false },
  reply_answer: { points: 10, seconds: 3600, shared: true, perAddress: false },
  late_reply: { points: 2, seconds: 3600, shared: true, perAddress: false },
  paper_address: { points: 30, seconds: 60, shared: false, perAddress: true },
  transparency_address: { points: 60, seconds: 60, shared: false, perAddress: true },
  inbound_address: { points: 600, seconds: 60, shared: false, perAddress: true },
  subject_code_address: { points: 20, seconds: 3600, shared: true, perAddress: true },
  subject_code_pause: { points: 1, seconds: 60, shared: true, perAddress: false },
  subject_try_address: { points: 30, seconds: 600, shared: true, perAddress: true },
  subject_case: { points: 10, seconds: 86_400, shared: true, perAddress: false },
  subject_copy: { points: 10, seconds: 600, shared: false, perAddress: false },
} as const satisfies Record<string, LimitSpec>;
export type LimitName = keyof typeof limitSpecs;

/** A counter: the limit and its key; for an address, its `addressPrefix`. */
export type LimitKey = readonly [name: LimitName, key: string];

/** What is left of a limit, for the RateLimit headers. */
export type LimitState = { readonly limit: number; readonly remaining: number; readonly resetMs: number };

export type RateLimiter = {
  /** Consumes a point of a limit of this process. @returns what is left; a negative `remaining` is one too many */
  count(name: LimitName, key: string): Promise<LimitState>;
  /** Consumes a point; fails with the time to wait once the limit is reached. */
  consume(name: LimitName, key: string): Promise<Result<void, "too_many_requests">>;
  /** The same for several shared limits: consumes a point from all of them, or from none. */
  consumeAll(keys: readonly LimitKey[]): Promise<Result<void, "too_many_requests">>;
  /** Returns a point after a success, where only failures count. */
  refund(name: LimitName, key: string): Promise<void>;
  /** The same for several shared limits; one with backoff is reset. */
  refundAll(keys: readonly LimitKey[]): Promise<void>;
  /** Deletes the counters of shared limits. */
  resetAll(keys: readonly LimitKey[]): Promise<void>;
  /** Finds which shared limits are reached now, with the wait in milliseconds. */
  findReached(keys: readonly LimitKey[]): Promise<readonly { readonly name: LimitName; readonly waitMs: number }[]>;
};

/** The time to wait as text. */
export function formatWait(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  if (seconds < 90) return `${seconds} ${seconds === 1 ? "second" : "seconds"}`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

/** Arguments of a rate-limit problem: `fail("too_many_requests", ...retryLaterArguments(ms))`. */
export const retryLaterArguments = (ms: number) =>
  [{ wait: formatWait(ms) }, { retryAfterSeconds: Math.max(1, Math.ceil(ms / 1000)) }] as const;

/** Points of limits that the setting changes: `{ lookup_account: 1000 }`. */
export type LimitPoints = { readonly [Name in LimitName]?: number };

/** Parses `lookup_account=1000, login_address=60`; undefined for an unknown name or an invalid number. */
export function parseLimitPoints(text: string): LimitPoints | undefined {
  const points: { [Name in LimitName]?: number } = {};
  for (const part of text
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean)) {
    const match = /^([a-z_]+)=([1-9][0-9]{0,8})$/.exec(part);
    const name = match?.[1];
    if (name === undefined || !isLimitName(name)) return undefined;
    points[name] = Number(match?.[2]);
  }
  return points;
}

const isLimitName = (name: string): name is LimitName => Object.hasOwn(limitSpecs, name);

/**
 * @param addressFactor multiplies the limits per address (100 in a demonstration)
 * @param points of the setting LIMITS; used without the factor
 */
export function createRateLimiter(pool: pg.Pool, addressFactor: number, points: LimitPoints = {}): RateLimiter {
  const specOf = (name: LimitName): LimitSpec => limitSpecs[name];
  const pointsOf = (name: LimitName) =>
    points[name] ?? specOf(name).points * (specOf(name).perAddress ? addressFactor : 1);
  const counterOf = ([name, key]: LimitKey): Counter => {
    const { shared, seconds, hasBackoff: grows = false } = specOf(name);
    if (!shared) throw new Error(`limits: ${name} is counted per process`);
    return { key: `${name}:${key}`, points: pointsOf(name), ms: seconds * 1000, hasBackoff: grows };
  };
  const own = new Map<LimitName, RateLimiterMemory>();
  for (const [name, spec] of Object.entries<LimitSpec>(limitSpecs))
    if (isLimitName(name) && !spec.shared)
      own.set(name, new RateLimiterMemory({ keyPrefix: name, points: pointsOf(name), duration: spec.seconds }));

  const takeAll = async (keys: readonly LimitKey[]): Promise<Result<void, "too_many_requests">> => {
    const waitMs = await consumeShared(pool, keys.map(counterOf));
    return waitMs === 0 ? ok(undefined) : fail("too_many_requests", ...retryLaterArguments(waitMs));
  };
  const whoseOf = (name: LimitName, key: string) => (specOf(name).perAddress ? addressPrefix(key) : key);
  return {
    count: async (name, key) => {
      const limiter = own.get(name);
      if (!limiter) throw new Error(`limits: ${name} is counted in the database`);
      const limit = pointsOf(name);
      try {
        const { remainingPoints, msBeforeNext } = await limiter.consume(key);
        return { limit, remaining: remainingPoints, resetMs: msBeforeNext };
      } catch (rejected) {
        if (rejected instanceof RateLimiterRes) return { limit, remaining: -1, resetMs: rejected.msBeforeNext };
        throw rejected;
      }
    },
    consume: async (name, key) => {
      const whose = whoseOf(name, key);
      const limiter = own.get(name);
      if (!limiter) return takeAll([[name, whose]]);
      try {
        await limiter.consume(whose);
        return ok(undefined);
      } catch (rejected) {
        if (rejected instanceof RateLimiterRes)
          return fail("too_many_requests", ...retryLaterArguments(rejected.msBeforeNext));
        throw rejected;
      }
    },
    consumeAll: takeAll,
    refund: async (name, key) => {
      const whose = whoseOf(name, key);
      const limiter = own.get(name);
      await (limiter ? limiter.reward(whose) : refundShared(pool, [counterOf([name, whose])]));
    },
    refundAll: (keys) => refundShared(pool, keys.map(counterOf)),
    resetAll: (keys) =>
      resetShared(
        pool,
        keys.map((key) => counterOf(key).key),
      ),
    findReached: async (keys) => {
      const full = await findFullCounters(pool, keys.map(counterOf));
      return keys.flatMap((key) => {
        const waitMs = full.get(counterOf(key).key);
        return waitMs === undefined ? [] : [{ name: key[0], waitMs }];
      });
    },
  };
}
