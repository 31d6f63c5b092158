import { sql } from "kysely";
import { Counter, type Registry } from "prom-client";
import type { Database, Tx } from "../../database/database.ts";
import type { AlarmThresholds } from "../../kernel/alarm-thresholds.ts";
import type { IdSource } from "../../kernel/ids.ts";
import { openCase } from "./cases.ts";

/** Each alarm opens a case for an operator and increments a metric. [T-45 T-78] */

/** Seconds before an alarm of the same kind about the same account is raised again. */
const quietSeconds = {
  number_enumeration: 86_400,
  alarm_mass_reads: 3_600,
  alarm_failed_sign_ins: 3_600,
  alarm_refusals: 3_600,
  alarm_broken_invariant: 3_600,
  alarm_partitions: 86_400,
} as const;
export type AlarmKind = keyof typeof quietSeconds;
const alarmKinds = Object.keys(quietSeconds);

/** Events that are too frequent to be recorded one by one. */
const countedEvents = ["failed_sign_ins", "refusals"] as const;
type CountedEvent = (typeof countedEvents)[number];

const alarmDetails: Readonly<Record<CountedEvent, (count: number) => string>> = {
  failed_sign_ins: (count) => `${count} sign-ins failed within an hour`,
  refusals: (count) => `the database rejected ${count} statements within an hour: a fault or an attack`,
};

export type Alarms = {
  /** Opens a case for an operator, unless one was opened recently. */
  raise(tx: Tx, kind: AlarmKind, objectId: string | null, detail: string): Promise<void>;
  /** Counts an event in this process; `flushCounts` adds it to the shared count. */
  count(what: CountedEvent): void;
  /** Adds this process's counts to the shared ones and raises the alarms that are due. */
  flushCounts(): Promise<void>;
};

export function openAlarms(deps: {
  readonly db: Pick<Database, "transaction">;
  readonly ids: IdSource;
  readonly registry: Registry;
  readonly thresholds: AlarmThresholds;
}): Alarms {
  const raised = new Counter({
    name: "idanimo_alarms_total",
    help: "Alarms raised, by kind; each one is an open case.",
    labelNames: ["kind"],
    registers: [deps.registry],
  });
  const happened = new Counter({
    name: "idanimo_watched_total",
    help: "Failed sign-ins, and statements that the database rejected.",
    labelNames: ["what"],
    registers: [deps.registry],
  });
  // start at 0: a rate ignores the first value of a new counter
  for (const kind of alarmKinds) raised.inc({ kind }, 0);
  for (const what of countedEvents) happened.inc({ what }, 0);
  const counts = new Map<CountedEvent, number>();

  const raise: Alarms["raise"] = async (tx, kind, objectId, detail) => {
    if (await openCase(tx, deps.ids, { kind, objectId, detail, quietSeconds: quietSeconds[kind] }))
      raised.inc({ kind });
  };
  const addToLocalCount = (what: CountedEvent, count: number) => counts.set(what, (counts.get(what) ?? 0) + count);
  const addToSharedCounts = (tx: Tx, fresh: ReadonlyMap<CountedEvent, number>) =>
    sql<{ what: CountedEvent; count: number }>`
      with added as (
        insert into watch_counts as w (what, minute, count)
        select what, date_trunc('minute', product_now()), count
        from unnest(${[...fresh.keys()]}::text[], ${[...fresh.values()]}::bigint[]) as a (what, count)
        on conflict (what, minute) do update set count = w.count + excluded.count
        returning what),
      forgotten as (delete from watch_counts where minute < product_now() - interval '1 day')
      select a.what, (f.count + coalesce(sum(w.count), 0))::float8 as count
      from added a join unnest(${[...fresh.keys()]}::text[], ${[...fresh.values()]}::bigint[]) as f (what, count) on f.what = a.what
      left join watch_counts w on w.what = a.what and w.minute > product_now() - interval '1 hour'
      group by a.what, f.count`.execute(tx);

  return {
    raise,
    count: (what) => {
      happened.inc({ what });
      addToLocalCount(what, 1);
    },
    flushCounts: async () => {
      if (counts.size === 0) return;
      const fresh = new Map(counts);
      counts.clear();
      try {
        await deps.db.transaction("system", async (tx) => {
          for (const { what, count } of (await addToSharedCounts(tx, fresh)).rows)
            if (count >= deps.thresholds[what]) await raise(tx, `alarm_${what}`, null, alarmDetails[what](count));
        });
      } catch (error) {
        for (const [what, count] of fresh) addToLocalCount(what, count);
        throw error;
      }
    },
  };
}
