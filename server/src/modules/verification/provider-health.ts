import { catalogueRowOf, isSearchType, type SearchType, searchTypes } from "@idanimo/contract/catalogue";
import { slowSourceSeconds } from "@idanimo/contract/limits";
import type { RecordPart } from "@idanimo/contract/record-parts";
import type { SourceMessage } from "@idanimo/contract/source-messages";
import type { Database } from "../../database/database.ts";
import { defaultBreakerRules, type ProviderHealth } from "../../providers/circuit-breaker.ts";
import { findRecentAttempts, type RecentAttempt } from "./attempt-store.ts";
import type { LookupPlan, LookupPlans, MonitoredProvider } from "./lookup-plan.ts";
import { findClosedSources } from "./source-switches.ts";

/** Health of the sources, from the recent attempts of all processes and the circuit breakers of this one. */

type SourceAttempt = Omit<RecentAttempt, "provider">;

/** A source that failed several times in a row is down until this long after the last failure. */
const downForSeconds = 60;
/** Number of newest attempts; a source is slow if half of them fail or the usual duration is too long. */
const attemptsForSlow = 10;
/** An open request older than this counts as a failure. */
const unansweredAfterSeconds = 45;

/**
 * Assesses a source by its attempts, newest first. After the pause it is not `down`, so that one request can test
 * it.
 * @param failuresUntilDown so many in a row; half of it makes a source slow
 */
export function assessHealth(
  results: readonly SourceAttempt[],
  failuresUntilDown = defaultBreakerRules.failures,
): ProviderHealth {
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
export type GetProviderHealth = (provider: MonitoredProvider) => ProviderHealth & { readonly message?: SourceMessage };
export type ProviderHealthMonitor = {
  current(): Promise<GetProviderHealth>;
  /** As `current`, but a source that operators closed is down: what is paid already may still use it [OC-13]. */
  forPurchases(): Promise<GetProviderHealth>;
  /** Only the sources that operators closed are down; undefined if all are open. */
  closedOnly(): Promise<GetProviderHealth | undefined>;
};

/** Attempts read per provider. */
export const maxAttemptsRead = 50;
/** Below the five seconds within which a switch holds on every process [OC-13]. */
const cacheMs = 4_000;

/**
 * Reads the health of several providers with one query, at most every four seconds. The worse state of table and
 * circuit breaker counts; the usual duration is that of all processes.
 * @param failuresUntilDown so many failures in a row close a source; infinite: none does
 */
export function createProviderHealthMonitor(
  db: Database,
  providers: readonly string[],
  failuresUntilDown: number,
): ProviderHealthMonitor {
  type State = {
    readonly healthOf: ReadonlyMap<string, ProviderHealth>;
    readonly closed: ReadonlyMap<string, SourceMessage>;
  };
  let cached: { readonly at: number; readonly state: Promise<State> } | undefined;
  const load = () => {
    const state = db.transaction("system", async (tx) => {
      const byProvider = Map.groupBy(
        await findRecentAttempts(tx, providers, maxAttemptsRead),
        ({ provider }) => provider,
      );
      return {
        healthOf: new Map(
          providers.map((provider) => [provider, assessHealth(byProvider.get(provider) ?? [], failuresUntilDown)]),
        ),
        closed: await findClosedSources(tx),
      };
    });
    const made = { at: performance.now(), state };
    state.catch(() => {
      if (cached === made) cached = undefined; // do not cache a failure
    });
    return made;
  };
  const read = () => {
    if (!cached || performance.now() - cached.at >= cacheMs) cached = load();
    return cached.state;
  };
  const measured =
    ({ healthOf }: State): GetProviderHealth =>
    (source) => {
      const [all, here] = [healthOf.get(source.provider) ?? assessHealth([]), source.health()];
      const state = worstState([all.state, here.state]);
      return { state, usualSeconds: all.usualSeconds ?? here.usualSeconds };
    };
  const withClosed =
    ({ closed }: State, health: GetProviderHealth): GetProviderHealth =>
    (source) => {
      const message = closed.get(source.provider);
      return message ? { state: "down", usualSeconds: null, message } : health(source);
    };
  return {
    current: async () => measured(await read()),
    forPurchases: async () => {
      const state = await read();
      return withClosed(state, measured(state));
    },
    closedOnly: async () => {
      const state = await read();
      return state.closed.size === 0 ? undefined : withClosed(state, () => ({ state: "up", usualSeconds: null }));
    },
  };
}

/** All providers of the lookup plans. */
export function providersOf(lookUps: LookupPlans): readonly string[] {
  const all = Object.entries(lookUps).flatMap(([type, lookUp]) =>
    isSearchType(type) && lookUp ? lookUp.sourcesByStep(catalogueRowOf(type).options).flat(2) : [],
  );
  return [...new Set(all.map(({ provider }) => provider))];
}

/** Each source of the lookup plans with the search types that use it, by name. */
export type OfferedSource = { readonly source: string; readonly searchTypes: readonly SearchType[] };
export function offeredSources(lookUps: LookupPlans): readonly OfferedSource[] {
  const typesOf = (source: string) =>
    searchTypes.filter((type) => providersOf({ [type]: lookUps[type] }).includes(source));
  return [...providersOf(lookUps)].sort().map((source) => ({ source, searchTypes: typesOf(source) }));
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
): ReturnType<GetProviderHealth> {
  const steps = lookUp.sourcesByStep(options, shown).map((parts) =>
    parts.map((sources) => {
      const all = sources.map((source) => health(source));
      const closed = all.find(({ message }) => message !== undefined);
      return all.find(({ state }) => state !== "down") ?? { ...closed, state: "down" as const, usualSeconds: null };
    }),
  );
  const message = steps.flat().find((part) => part.message !== undefined)?.message;
  const known = steps.flatMap((parts) => {
    const seconds = parts.flatMap(({ usualSeconds }) => usualSeconds ?? []);
    return seconds.length > 0 ? [Math.max(...seconds)] : [];
  });
  const sum = known.reduce((total, seconds) => total + seconds, 0);
  return {
    state: worstState(steps.flat().map(({ state }) => state)),
    usualSeconds: known.length > 0 ? Math.round(sum * 10) / 10 : null,
    ...(message && { message }),
  };
}
