import { EventEmitter } from "node:events";
import { Logger as QueueLogger, type Runner, type WorkerEvents, makeWorkerUtils, run } from "graphile-worker";
import type pg from "pg";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { currentRequestId, withRequestContext } from "../kernel/request-context.ts";
import { randomIds } from "../kernel/ids.ts";
import { failpoint } from "../kernel/failpoints.ts";

/** Work by name. A handler may run twice for one wake-up and must not mind. */
export type Jobs = Readonly<Record<string, (payload: never) => Promise<void>>>;
/** Jobs that have hands of their own in each process, by name how many: however many wait, no other work waits for them. */
export type DedicatedSlots = Readonly<Record<string, number>>;
/** Work that has no wake-up of its own: each process does it every so often, and it does not matter how many do. */
export type Schedule = readonly {
  readonly name: string;
  readonly everyMs: number;
  /** Before the first time; at once where it is absent. */
  readonly initialDelayMs?: number;
  readonly run: () => Promise<void>;
}[];

export type JobRunner = {
  /** Whether it takes jobs and its heart has beaten of late. */
  isWorking(): boolean;
  stop(): Promise<void>;
};

/** So many jobs at most are taken from the queue at a time; one that nobody could begin for so long goes back, for other processes. */
const fetchBatchSize = 64;
const prefetchMaxAgeMs = 1_000;
/**
 * Jobs that a process does at the same time. Nearly all their time is waiting: for the outside world, or for a flush. Three times what is
 * taken together, so that some are written down while others are asked and others are read.
 */
const concurrentJobs = 3 * fetchBatchSize;
/** Whoever found nothing for hands of their own looks again after so long, whatever else is queued: each look passes all that waits. */
const pollIntervalMs = 500;
const heartbeatMs = 5_000;
/** Running jobs get this long when the program ends; what they leave is done again. */
const stopTimeoutMs = 10_000;
/** Pause before the queue is begun again. */
const restartDelayMs = 500;
/** A queue that stands has fetched once by then, even if nothing was there. */
const firstFetchTimeoutMs = 5_000;
/** A worker that was silent for so long is dead; its jobs are handed on (R-21: within 60 s). */
const deadWorkerSeconds = 20;

/** Does a job for the call that queued it; one that nobody called for has a call of its own. */
export const withJobRequestId =
  (job: (payload: never) => Promise<void>) =>
  (payload: unknown): Promise<void> =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each job says what was enqueued for it
    withRequestContext(requestIdOf(payload) ?? randomIds.rowId(), () => job(payload as never));

function requestIdOf(payload: unknown): string | undefined {
  const call = typeof payload === "object" && payload !== null && "call" in payload ? payload.call : undefined;
  return typeof call === "string" ? call : undefined;
}

const describeError = (error: unknown) =>
  error instanceof Error
    ? { name: error.name, message: error.message, stack: error.stack }
    : { message: String(error) };

/** Takes back the jobs of workers that no longer say they live. Answers whose. */
export async function releaseJobsOfDeadWorkers(owner: pg.Pool): Promise<string[]> {
  const silent = await owner.query<{ worker_id: string }>(
    `select distinct locked_by as worker_id from graphile_worker.jobs j
     where locked_by is not null and locked_at < now() - make_interval(secs => $1) and not exists (
       select from worker_heartbeats h where h.worker_id = j.locked_by and h.seen_at > clock_timestamp() - make_interval(secs => $1))`,
    [deadWorkerSeconds],
  );
  const dead = silent.rows.map((row) => row.worker_id);
  if (dead.length > 0) {
    const utils = await makeWorkerUtils({ pgPool: owner });
    try {
      await utils.forceUnlockWorkers(dead);
    } finally {
      await utils.release();
    }
  }
  return dead;
}

/**
 * Runs jobs from the queue and the schedule until it is stopped. The queue only wakes work up; the tables say what is to do.
 * @param owner a pool as the database's owner: the queue's tables belong to it alone
 */
export async function startJobs(
  owner: pg.Pool,
  jobs: Jobs,
  schedule: Schedule,
  log: Logger,
  isExpected: (error: unknown) => boolean,
  dedicatedSlots: DedicatedSlots = {},
): Promise<JobRunner> {
  const groups = Map.groupBy(Object.entries(jobs), ([name]) => (Object.hasOwn(dedicatedSlots, name) ? name : ""));
  const queues = [...groups].map(([group, its]) => {
    const own = dedicatedSlots[group];
    const plan = { hands: own ?? concurrentJobs, isApart: own !== undefined };
    return superviseQueue(owner, Object.fromEntries(its), plan, log, isExpected);
  });
  await Promise.all(queues.map(({ started }) => started));
  let lastBeat = performance.now();
  const beat = async () => {
    await owner.query(
      `insert into worker_heartbeats (worker_id, seen_at) select id, clock_timestamp() from unnest($1::text[]) id
       on conflict (worker_id) do update set seen_at = excluded.seen_at`,
      [queues.flatMap(({ poolIds }) => [...poolIds()])],
    );
    lastBeat = performance.now();
  };
  const housekeeping: Schedule = [
    { name: "heartbeat", everyMs: heartbeatMs, run: beat },
    { name: "dead_workers", everyMs: 10_000, run: async () => void (await releaseJobsOfDeadWorkers(owner)) },
    {
      name: "forget_workers",
      everyMs: 600_000,
      run: async () =>
        void (await owner.query("delete from worker_heartbeats where seen_at < clock_timestamp() - interval '1 hour'")),
    },
  ];
  const timers = [...housekeeping, ...schedule].map((entry) => runOnSchedule(entry, log));
  return {
    isWorking: () =>
      queues.every((queue) => queue.isRunning()) && performance.now() - lastBeat < deadWorkerSeconds * 1_000,
    stop: async () => {
      await Promise.all(queues.map((queue) => queue.stop())); // its heart beats until its last job has ended
      await Promise.all(timers.map((timer) => timer.stop()));
    },
  };
}

/** The queue library's runner, begun again whenever it ends by itself: a database that restarts ends it. */
function superviseQueue(
  owner: pg.Pool,
  jobs: Jobs,
  { hands, isApart }: { readonly hands: number; readonly isApart: boolean },
  log: Logger,
  isExpected: (error: unknown) => boolean,
) {
  /** Names under which this process holds jobs; they are what its heartbeat speaks for. */
  const poolIds = new Set<string>();
  const taskList = Object.fromEntries(
    Object.entries(jobs).map(([name, job]) => [
      name,
      withJobRequestId(async (payload: never) => {
        const began = performance.now();
        try {
          await job(payload);
          failpoint("job_before_ack");
          log.debug({ job: name, call: currentRequestId(), ms: Math.round(performance.now() - began) }, "a job ended");
        } catch (error) {
          if (!isExpected(error))
            log.error({ job: name, call: currentRequestId(), error: describeError(error) }, "a job failed");
          throw error;
        }
      }),
    ]),
  );
  let isStopped = false;
  let runner: Runner | undefined;
  const localQueue = {
    size: Math.min(hands, fetchBatchSize),
    ttl: prefetchMaxAgeMs,
    ...(isApart && { refetchDelay: { durationMs: pollIntervalMs, maxAbortThreshold: Infinity } }),
  };
  const begin = async (): Promise<void> => {
    const events: WorkerEvents = new EventEmitter();
    events.on("pool:create", ({ workerPool }) => poolIds.add(workerPool.id));
    events.on("pool:release", ({ workerPool }) => poolIds.delete(workerPool.id));
    let hasFetched = false;
    events.on("localQueue:getJobs:complete", () => {
      hasFetched = true;
    });
    const begun = await run({
      pgPool: owner,
      concurrency: hands,
      pollInterval: 1_000,
      noHandleSignals: true,
      parsedCronItems: [],
      taskList,
      events,
      // with a batch delay, however short, a database that goes away ends the runner instead of the program
      preset: {
        worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0, localQueue },
      },
      logger: new QueueLogger(() => (level, message) => {
        // a failed job is logged above, without its payload
        if (level === "error" && !message.startsWith("Failed task"))
          log.warn({ said: message.slice(0, 300) }, "the queue");
      }),
    });
    runner = begun;
    const ended = () => {
      if (runner === begun) void again();
    };
    begun.promise.then(ended, ended);
    // After a job whose end could not be written down, version 0.18 waits for ever for that write: its runner is left behind, its
    // jobs are handed on like a dead worker's, and a new one begins.
    events.on("pool:fatalError", ({ workerPool }) => {
      poolIds.delete(workerPool.id);
      ended();
    });
    // It also keeps the failure of the question with which its first fetch begins, and fails with it for ever: left behind as well.
    setTimeout(() => {
      if (hasFetched || runner !== begun) return;
      log.warn("the queue fetches nothing");
      begun.stop().catch(() => undefined); // it had ended by itself
      ended();
    }, firstFetchTimeoutMs).unref();
  };
  const again = async (): Promise<void> => {
    runner = undefined;
    while (!isStopped) {
      await sleep(restartDelayMs);
      if (isStopped) return;
      try {
        await begin();
        return;
      } catch (error) {
        log.warn({ error: describeError(error) }, "the queue cannot begin yet");
      }
    }
  };
  return {
    started: begin(),
    poolIds: () => poolIds,
    isRunning: () => runner !== undefined && poolIds.size > 0,
    stop: async () => {
      isStopped = true;
      const stopping = runner?.stop().catch(() => undefined); // it had ended by itself
      await Promise.race([stopping, sleep(stopTimeoutMs, undefined, { ref: false })]);
    },
  };
}

/** Runs one entry again and again, never twice at once; a failure is logged and does not end it. */
function runOnSchedule(entry: Schedule[number], log: Logger): { stop(): Promise<void> } {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const once = async () => {
    const call = randomIds.rowId();
    try {
      await withRequestContext(call, entry.run);
    } catch (error) {
      if (!stopped) log.error({ schedule: entry.name, call, error: describeError(error) }, "scheduled work failed");
    }
    if (!stopped) timer = setTimeout(begin, entry.everyMs);
  };
  const begin = () => {
    running = once();
  };
  if (entry.initialDelayMs === undefined) begin();
  else timer = setTimeout(begin, entry.initialDelayMs);
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
