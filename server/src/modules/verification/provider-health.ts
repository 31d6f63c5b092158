import { isSearchType, catalogueRowOf } from "@idanimo/contract/catalogue";
import { slowSourceSeconds } from "@idanimo/contract/limits";
import type { Database } from "../../database/database.ts";
import type { ProviderHealth } from "../../providers/circuit-breaker.ts";
import { findRecentAttempts, type RecentAttempt } from "./attempt-store.ts";
import type { LookupPlan, LookupPlans, MonitoredProvider } from "./lookup-plan.ts";

/** How the sources are doing, from the answers that all processes got and from what this one has just seen. */

type SourceAttempt = Omit<RecentAttempt, "provider">;

/** So many bad answers in a row, the last of them within the pause, are a source that is down. */
const failuresUntilDown = 6;
const downForSeconds = 60;
/** Half of this many newest answers being bad, or a usual answer taking longer, is a slow one. */
const attemptsForSlow = 10;
/** A question without an answer for so long will have none. */
const unansweredAfterSeconds = 45;

/**
 * How a source is doing by its answers, newest first. After the pause somebody may try again, so that it can come back without
 * being asked by anybody else.
 */
export function assessHealth(answers: readonly SourceAttempt[]): ProviderHealth {
  const ended = answers.filter(({ result, ageSeconds }) => result !== "sent" || ageSeconds >= unansweredAfterSeconds);
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

/** Tells how one of the sources is doing now. */
export type GetProviderHealth = (provider: MonitoredProvider) => ProviderHealth;
export type ProviderHealthMonitor = { current(): Promise<GetProviderHealth> };

/** Answers looked back at, of each provider. */
const maxAttemptsRead = 50;
const cacheMs = 5_000;

/**
 * Reads the weather of some providers with one query, at most once in five seconds. The worse word of table and breaker holds;
 * the usual time is that of all processes.
 */
export function createProviderHealthMonitor(db: Database, providers: readonly string[]): ProviderHealthMonitor {
  let cached: { readonly at: number; readonly standings: Promise<ReadonlyMap<string, ProviderHealth>> } | undefined;
  const load = () => {
    const standings = db
      .transaction("system", (tx) => findRecentAttempts(tx, providers, maxAttemptsRead))
      .then((answers) => {
        const byProvider = Map.groupBy(answers, ({ provider }) => provider);
        return new Map(providers.map((provider) => [provider, assessHealth(byProvider.get(provider) ?? [])]));
      });
    const made = { at: performance.now(), standings };
    standings.catch(() => {
      if (cached === made) cached = undefined; // a failure is not remembered
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

/** Everybody whom the look-ups may ask. */
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
 * How a search with these ticks would do now: as badly as the worst of its parts, each of which is asked of its first source that
 * is not down, and as long as its steps take one after the other.
 */
export function searchHealthOf(
  lookUp: LookupPlan,
  options: readonly string[],
  standing: GetProviderHealth,
): ProviderHealth {
  const steps = lookUp.sourcesByStep(options).map((parts) =>
    parts.map((sources) => {
      const all = sources.map((source) => standing(source));
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
