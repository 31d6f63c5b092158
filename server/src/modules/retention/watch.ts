import { Gauge, type Registry } from "prom-client";
import type { Database } from "../../database/database.ts";
import type { AlarmLevels } from "../../kernel/alarm-levels.ts";
import type { Alarms } from "../audit/index.ts";
import { massReaders, type Overdue, readOverdue, type Watched, watched, watchedNames } from "./watch-store.ts";

/**
 * Looks whether work stands still. Nothing that is over can be read meanwhile, since every read asks the clock; but somebody must
 * know within a minute. Source: T-77.
 */

/** Work that has waited for so long past its time stands still. With a look every `lookEveryMs`, a person is told within 60 s. */
export const lateSeconds = 45;
const lookEveryMs = 15_000;
/** What still stands is said again after so many looks. */
const repeatLooks = 20;

/** What stands still, the longest first, with whole seconds. */
export function lateOnes(overdue: Overdue): readonly { readonly what: Watched; readonly seconds: number }[] {
  return watchedNames
    .map((what) => ({ what, seconds: Math.floor(overdue[what]) }))
    .filter(({ seconds }) => seconds > lateSeconds)
    .toSorted((one, other) => other.seconds - one.seconds);
}

export type WatchDeps = {
  readonly db: Pick<Database, "transaction">;
  readonly alarms: Alarms;
  readonly registry: Registry;
  readonly levels: AlarmLevels;
};

/** As far as a log is needed here. */
type Log = { error(facts: object, words: string): void; warn(facts: object, words: string): void };

/** One process's watch; each process keeps one, so that it is seen when those that do the work are gone. */
export type Watch = {
  /** One look: says what stands still, and adds up what this process counted. */
  look(log: Log): Promise<void>;
  /** Raises an alarm about each account that opens more records than somebody reads. Source: T-78. */
  readers(): Promise<void>;
  /** Looks again and again until it is stopped. */
  keep(log: Log): { stop(): Promise<void> };
};

export function openWatch({ db, alarms, registry, levels }: WatchDeps): Watch {
  const gauge = new Gauge({
    name: "idanimo_overdue_seconds",
    help: "For how long the oldest work of each kind has waited past its time.",
    labelNames: ["what"],
    registers: [registry],
    collect: async () => {
      const overdue = await readOverdue(db).catch(() => undefined); // nobody can say: no number, and the rest is still told
      for (const what of watchedNames) gauge.set({ what }, overdue?.[what] ?? Number.NaN);
    },
  });
  const said = new Map<Watched, number>();

  const say = (log: Log, overdue: Overdue) => {
    const late = lateOnes(overdue);
    for (const { what, seconds } of late) {
      const looks = said.get(what) ?? 0;
      if (looks % repeatLooks === 0) log.error({ what, seconds }, `${watched[what]} stands still`);
      said.set(what, looks + 1);
    }
    for (const what of said.keys()) {
      if (late.some((one) => one.what === what)) continue;
      said.delete(what);
      log.warn({ what }, `${watched[what]} goes on again`);
    }
  };

  const watch: Watch = {
    look: async (log) => {
      say(log, await readOverdue(db));
      await alarms.addUp();
    },
    readers: () =>
      db.transaction("system", async (tx) => {
        for (const { ownerId, records } of await massReaders(tx, levels.reads))
          await alarms.raise(tx, "alarm_mass_reads", ownerId, `opened ${records} records within an hour`);
      }),
    keep: (log) => {
      let isStopped = false;
      let looking: Promise<void> = Promise.resolve();
      const look = async () => {
        try {
          await watch.look(log);
        } catch (error) {
          if (!isStopped)
            log.error(
              { reason: error instanceof Error ? error.message : "" },
              "nobody can look whether work stands still",
            );
        }
        if (!isStopped) timer = setTimeout(begin, lookEveryMs);
      };
      const begin = () => {
        looking = look();
      };
      let timer = setTimeout(begin, lookEveryMs);
      return {
        stop: async () => {
          isStopped = true;
          clearTimeout(timer);
          await looking;
        },
      };
    },
  };
  return watch;
}
