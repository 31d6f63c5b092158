import { isSearchType, catalogueRowOf } from "@idanimo/contract/catalogue";
import { slowSourceSeconds } from "@idanimo/contract/limits";
import type { RecordPart } from "@idanimo/contract/record-parts";
import type { Database } from "../../database/database.ts";
import type { ProviderHealth } from "../../providers/circuit-breaker.ts";
import { findRecentAttempts, type RecentAttempt } from "./attempt-store.ts";
import type { LookupPlan, LookupPlans, MonitoredProvider } from "./lookup-plan.ts";

/** Health of the sources, from the recent attempts of all processes and the circuit breakers of this one. */

type SourceAttempt = Omit<RecentAttempt, "provider">;

/** A source is down after this many failures in a row, until the pause after the last one ends. */
const failuresUntilDown = 6;
const downForSeconds = 60;
/** Number of newest attempts; a source is slow if half of them fail or the usual duration is too long. */
const attemptsForSlow = 10;
/** An open request older than this counts as a failure. */
const unansweredAfterSeconds = 45;

/**
 * Assesses a source by its attempts, newest first. After the pause it is not `down`, so that one request can test
 * it.
 */
export function assessHealth(results: readonly SourceAttempt[]): ProviderHealth {
  const ended = results.filter(({ result, ageSeconds }) => result !== "sent" || ageSeconds >= unansweredAfterSeconds);
  const isGood = ({ result }: SourceAttempt) => result === "found" || result === "not_found";
  const times = ended.flatMap((one) => (isGood(one) ? (one.seconds ?? []) : [])).sort((one, other) => one - other);
  const middle = times[Math.floor(times.length / 2)];
  const usualSeconds = middle === undefined ? null : Math.round(middle * 10) / 10;
  const newest = ended.slice(0, failuresUntilDown);
  const isDown = newest.length === failuresUntilDown && !newest.some(isGood);
  if (isDown && ended.some(({ ageSeconds }) => ageSeconds < downForSeconds)) return { state: "down", usualSeconds };
  const latest = ended.slice(0, attemptsForSlow);
  const bad = latest.filter((one) => !isGood(one)).length;
  const isSlow = (middle ?? 0) > slowSourceSeconds || (bad >= failuresUntilDown / 2 && bad * 2 >= latest.length);
  return { state: isSlow ? "slow" : "up", usualSeconds };
}

/** Returns the current health of a source. */
export type GetProviderHealth = (provider: MonitoredProvider) => ProviderHealth;
export type ProviderHealthMonitor = { current(): Promise<GetProviderHealth> };

/** Attempts read per provider. */
const maxAttemptsRead = 50;
const cacheMs = 5_000;

/**
 * Reads the health of several providers with one query, at most every five seconds. The worse state of table and
 * circuit breaker counts; the usual duration is that of all processes.
 */
export function createProviderHealthMonitor(db: Database, providers: readonly string[]): ProviderHealthMonitor {
  let cached: { readonly at: number; readonly standings: Promise<ReadonlyMap<string, ProviderHealth>> } | undefined;
  const load = () => {
    const standings = db
      .transaction("system", (tx) => findRecentAttempts(tx, providers, maxAttemptsRead))
      .then((results) => {
        const byProvider = Map.groupBy(results, ({ provider }) => provider);
        return new Map(providers.map((provider) => [provider, assessHealth(byProvider.get(provider) ?? [])]));
      });
    const made = { at: performance.now(), standings };
    standings.catch(() => {
      if (cached === made) cached = undefined; // do not cache a failure
    });
    return made;
  };
  return {
    async current() {
      if (!cached || performance.now() - cached.at >= cacheMs) cached = load();
      const standings = await cached.standings;
      return (source) => {
        const [all, here] = [standings.get(source.provider) ?? assessHealth([]), source.health()];
        const state = worstState([all.state, here.state]);
        return { state, usualSeconds: all.usualSeconds ?? here.usualSeconds };
      };
    },
  };
}

/** All providers of the lookup plans. */
export function providersOf(lookUps: LookupPlans): readonly string[] {
  const all = Object.entries(lookUps).flatMap(([type, lookUp]) =>
    isSearchType(type) ? lookUp.sourcesByStep(catalogueRowOf(type).options).flat(2) : [],
  );
  return [...new Set(all.map(({ provider }) => provider))];
}

const healthStates = ["up", "slow", "down"] as const;
const worstState = (states: readonly ProviderHealth["state"][]) =>
  healthStates.findLast((state) => states.includes(state)) ?? "up";

/**
 * The health of a search with these options: the worst state among its parts, each taken at its first source that
 * is not down; the durations of its steps add up.
 * @param shown the parts that the purpose can show; all by default
 */
export function searchHealthOf(
  lookUp: LookupPlan,
  options: readonly string[],
  health: GetProviderHealth,
  shown?: readonly RecordPart[],
): ProviderHealth {
  const steps = lookUp.sourcesByStep(options, shown).map((parts) =>
    parts.map((sources) => {
      const all = sources.map((source) => health(source));
      return all.find(({ state }) => state !== "down") ?? { state: "down" as const, usualSeconds: null };
    }),
  );
  const known = steps.flatMap((parts) => {
    const seconds = parts.flatMap(({ usualSeconds }) => usualSeconds ?? []);
    return seconds.length > 0 ? [Math.max(...seconds)] : [];
  });
  const sum = known.reduce((total, seconds) => total + seconds, 0);
  return {
    state: worstState(steps.flat().map(({ state }) => state)),
    usualSeconds: known.length > 0 ? Math.round(sum * 10) / 10 : null,
  };
}
