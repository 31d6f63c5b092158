import { EventEmitter } from "node:events";
import { Logger as QueueLogger, type Runner, type WorkerEvents, makeWorkerUtils, run } from "graphile-worker";
import type pg from "pg";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { currentRequestId, withRequestContext } from "../kernel/request-context.ts";
import { randomIds } from "../kernel/ids.ts";
import { failpoint } from "../kernel/failpoints.ts";

/** Handlers by task name. A handler must be idempotent: one job may run it twice. */
export type Jobs = Readonly<Record<string, (payload: never) => Promise<void>>>;
/**
 * Tasks with worker slots of their own in each process, so that a long backlog of one task delays no other.
 * `pollMs` is the least time between two fetches that find nothing, because each fetch scans the whole backlog.
 */
export type DedicatedSlots = Readonly<Record<string, { readonly count: number; readonly pollMs: number }>>;
/** Periodic work without a job. Every process runs it, so it must be safe to run concurrently. */
export type Schedule = readonly {
  readonly name: string;
  readonly everyMs: number;
  /** Delay before the first run; runs at once if absent. */
  readonly initialDelayMs?: number;
  readonly run: () => Promise<void>;
}[];

export type JobRunner = {
  /** Whether it fetches jobs and its last heartbeat is recent. */
  isWorking(): boolean;
  stop(): Promise<void>;
};

/**
 * Jobs fetched at once at most. One that has not started within `prefetchMaxAgeMs` is returned for other processes.
 */
const fetchBatchSize = 64;
const prefetchMaxAgeMs = 1_000;
/**
 * Concurrent jobs per process. They mostly wait for providers or for the database; three batches keep each step
 * busy.
 */
const concurrentJobs = 3 * fetchBatchSize;
const heartbeatMs = 5_000;
/** How long running jobs may take at shutdown; other workers repeat those that have not ended. */
const stopTimeoutMs = 10_000;
const restartDelayMs = 500;
/** A working queue has completed a fetch by then, even an empty one. */
const firstFetchTimeoutMs = 5_000;
/** A worker without a heartbeat for this long is dead, and its jobs are released. */
const deadWorkerSeconds = 20;

/** Runs a job with the request id that queued it, or with a new one. */
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

/** Releases the jobs of workers without a recent heartbeat. @returns the ids of those workers */
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
 * Runs jobs and the schedule until it is stopped. A job only triggers work; the tables say what is due.
 * @param owner a pool of the database's owner, which alone may use the queue's tables
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
    const plan = { count: own?.count ?? concurrentJobs, pollMs: own?.pollMs };
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
      await Promise.all(queues.map((queue) => queue.stop())); // sends heartbeats until the last job has ended
      await Promise.all(timers.map((timer) => timer.stop()));
    },
  };
}

/** Runs graphile-worker and restarts it whenever it ends, for example when the database restarts. */
function superviseQueue(
  owner: pg.Pool,
  jobs: Jobs,
  { count, pollMs }: { readonly count: number; readonly pollMs: number | undefined },
  log: Logger,
  isExpected: (error: unknown) => boolean,
) {
  /** Worker ids under which this process locks jobs; its heartbeat covers them. */
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
    size: Math.min(count, fetchBatchSize),
    ttl: prefetchMaxAgeMs,
    ...(pollMs !== undefined && { refetchDelay: { durationMs: pollMs, maxAbortThreshold: Infinity } }),
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
      concurrency: count,
      pollInterval: 1_000,
      noHandleSignals: true,
      parsedCronItems: [],
      taskList,
      events,
      // with batching, even without a delay, a lost database ends the runner and not the program
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
    // If the result of a job cannot be stored, version 0.18 waits for it forever: start a new runner. The jobs of
    // the old one are released like those of a dead worker.
    events.on("pool:fatalError", ({ workerPool }) => {
      poolIds.delete(workerPool.id);
      ended();
    });
    // It also keeps failing after an error in its first fetch: start a new runner.
    setTimeout(() => {
      if (hasFetched || runner !== begun) return;
      log.warn("the queue fetches nothing");
      begun.stop().catch(() => undefined); // it may have ended already
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
      const stopping = runner?.stop().catch(() => undefined); // it may have ended already
      await Promise.race([stopping, sleep(stopTimeoutMs, undefined, { ref: false })]);
    },
  };
}

/** Runs one entry periodically, never twice at once; a failure is logged and does not end it. */
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
