import { isSearchType, rowOf } from "@idanimo/contract/catalogue";
import { slowSourceSeconds } from "@idanimo/contract/limits";
import type { Database } from "../../database/database.ts";
import type { Standing } from "../../providers/breaker.ts";
import { latestAnswers, type ProviderAnswer } from "./attempt-store.ts";
import type { LookUp, LookUps, Provider } from "./look-up.ts";

/** How the sources are doing, from the answers that all processes got and from what this one has just seen. */

type SourceAnswer = Omit<ProviderAnswer, "provider">;

/** So many bad answers in a row, the last of them within the pause, are a source that is down. */
const downAfter = 6;
const downForSeconds = 60;
/** Half of this many newest answers being bad, or a usual answer taking longer, is a slow one. */
const lookedAt = 10;
/** A question without an answer for so long will have none. */
const silentSeconds = 45;

/**
 * How a source is doing by its answers, newest first. After the pause somebody may try again, so that it can come back without
 * being asked by anybody else.
 */
export function inWords(answers: readonly SourceAnswer[]): Standing {
  const ended = answers.filter(({ result, ageSeconds }) => result !== "sent" || ageSeconds >= silentSeconds);
  const isGood = ({ result }: SourceAnswer) => result === "found" || result === "not_found";
  const times = ended.flatMap((one) => (isGood(one) ? (one.seconds ?? []) : [])).sort((one, other) => one - other);
  const middle = times[Math.floor(times.length / 2)];
  const usualSeconds = middle === undefined ? null : Math.round(middle * 10) / 10;
  const newest = ended.slice(0, downAfter);
  const isDown = newest.length === downAfter && !newest.some(isGood);
  if (isDown && ended.some(({ ageSeconds }) => ageSeconds < downForSeconds)) return { state: "down", usualSeconds };
  const latest = ended.slice(0, lookedAt);
  const bad = latest.filter((one) => !isGood(one)).length;
  const isSlow = (middle ?? 0) > slowSourceSeconds || (bad >= downAfter / 2 && bad * 2 >= latest.length);
  return { state: isSlow ? "slow" : "up", usualSeconds };
}

/** Tells how one of the sources is doing now. */
export type StandingOf = (provider: Provider) => Standing;
export type Weather = { read(): Promise<StandingOf> };

/** Answers looked back at, of each provider. */
const mostAnswers = 50;
const keptMs = 5_000;

/**
 * Reads the weather of some providers with one query, at most once in five seconds. The worse word of table and breaker holds;
 * the usual time is that of all processes.
 */
export function openWeather(db: Database, providers: readonly string[]): Weather {
  let known: { readonly at: number; readonly standings: Promise<ReadonlyMap<string, Standing>> } | undefined;
  const fresh = () => {
    const standings = db
      .transaction("system", (tx) => latestAnswers(tx, providers, mostAnswers))
      .then((answers) => {
        const byProvider = Map.groupBy(answers, ({ provider }) => provider);
        return new Map(providers.map((provider) => [provider, inWords(byProvider.get(provider) ?? [])]));
      });
    const made = { at: performance.now(), standings };
    standings.catch(() => {
      if (known === made) known = undefined; // a failure is not remembered
    });
    return made;
  };
  return {
    async read() {
      if (!known || performance.now() - known.at >= keptMs) known = fresh();
      const standings = await known.standings;
      return (source) => {
        const [all, here] = [standings.get(source.provider) ?? inWords([]), source.standing()];
        const state = worst([all.state, here.state]);
        return { state, usualSeconds: all.usualSeconds ?? here.usualSeconds };
      };
    },
  };
}

/** Everybody whom the look-ups may ask. */
export function providersOf(lookUps: LookUps): readonly string[] {
  const all = Object.entries(lookUps).flatMap(([type, lookUp]) =>
    isSearchType(type) ? lookUp.needs(rowOf(type).options).flat(2) : [],
  );
  return [...new Set(all.map(({ provider }) => provider))];
}

const order = ["up", "slow", "down"] as const;
const worst = (states: readonly Standing["state"][]) => order.findLast((state) => states.includes(state)) ?? "up";

/**
 * How a search with these ticks would do now: as badly as the worst of its parts, each of which is asked of its first source that
 * is not down, and as long as its steps take one after the other.
 */
export function standingOfSearch(lookUp: LookUp, options: readonly string[], standing: StandingOf): Standing {
  const steps = lookUp.needs(options).map((parts) =>
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
    state: worst(steps.flat().map(({ state }) => state)),
    usualSeconds: known.length > 0 ? Math.round(sum * 10) / 10 : null,
  };
}
