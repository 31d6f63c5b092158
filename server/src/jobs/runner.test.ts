import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openOwnerPool } from "../app/databases.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { deleteJobs, makeJobsDue } from "../testing/queue.ts";
import {
  type DedicatedSlots,
  releaseJobsOfDeadWorkers,
  type JobRunner,
  type Jobs,
  type Schedule,
  startJobs,
} from "./runner.ts";

let base: TestDatabase;
let owner: pg.Pool;
const running: (JobRunner | ChildProcess)[] = [];
beforeAll(async () => {
  base = await createTestDatabase();
  owner = openOwnerPool(base.url, () => {});
});
afterEach(async () => {
  for (const one of running.splice(0))
    if ("stop" in one) await one.stop();
    else one.kill("SIGKILL");
  await deleteJobs(owner);
  await owner.query("delete from worker_heartbeats");
  warned = [];
  await base.checkInvariants();
});
afterAll(async () => {
  await owner.end();
  await base.close();
});

let warned: string[] = [];
const log = pino({ level: "warn" }, { write: (line) => void warned.push(line) });
async function work(jobs: Jobs, schedule: Schedule = [], apart: DedicatedSlots = {}): Promise<JobRunner> {
  const runner = await startJobs(owner, jobs, schedule, log, () => true, apart);
  running.push(runner);
  return runner;
}
const add = (task: string, key = task) => base.owner.query("select enqueue_job($1, '{}', $2)", [task, key]);
type Job = { readonly locked_by: string | null; readonly attempts: number; readonly last_error: string | null };
const jobsLeft = async () =>
  (await owner.query<Job>("select locked_by, attempts, last_error from graphile_worker.jobs")).rows;

async function until(claim: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const giveUpAt = Date.now() + 15_000; Date.now() < giveUpAt; await sleep(20)) if (await claim()) return;
  throw new Error(`waited 15 s for: ${what}`);
}

/** Starts a process that has started the job `slow` and never ends it. */
async function processInTheMiddle(): Promise<ChildProcess> {
  await add("slow");
  const child = spawn(process.execPath, [fileURLToPath(new URL("testing/worker.ts", import.meta.url)), base.url], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  running.push(child);
  await once(child.stdout, "data");
  await until(async () => ((await owner.query("select from worker_heartbeats")).rowCount ?? 0) > 0, "a heartbeat");
  return child;
}
/** Kills it and waits until its last statements have ended. */
async function killed(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
  const left = "select from pg_stat_activity where application_name = 'test-worker'";
  await until(async () => (await owner.query(left)).rowCount === 0, "its connections to end");
}
/** Moves heartbeats and locks this many seconds into the past. */
async function letPass(seconds: number): Promise<void> {
  await owner.query("update worker_heartbeats set seen_at = seen_at - make_interval(secs => $1)", [seconds]);
  await lockedLongAgo(seconds);
}
const lockedLongAgo = (seconds: number) =>
  owner.query(
    "update graphile_worker._private_jobs set locked_at = locked_at - make_interval(secs => $1) where locked_at is not null",
    [seconds],
  );

test("another process runs the job of a killed process [R-21]", async () => {
  const child = await processInTheMiddle();
  await killed(child);
  await letPass(25);
  let done = 0;
  await work({ slow: () => Promise.resolve(void (done += 1)) });
  await until(() => done === 1, "the job to be done by another process");
  await until(async () => (await jobsLeft()).length === 0, "the queue to be empty");
});

test("treats a worker as dead after 20 seconds without a heartbeat [R-21]", async () => {
  const child = await processInTheMiddle();
  await killed(child);
  await letPass(13);
  expect(await releaseJobsOfDeadWorkers(owner)).toEqual([]);
  await letPass(8);
  expect(await releaseJobsOfDeadWorkers(owner)).toHaveLength(1);
  expect(await jobsLeft()).toMatchObject([{ locked_by: null }]);
});

test("leaves a job to a process with a heartbeat, however long it takes [R-21]", async () => {
  await processInTheMiddle();
  await lockedLongAgo(3_600);
  expect(await releaseJobsOfDeadWorkers(owner)).toEqual([]);
  expect((await jobsLeft())[0]?.locked_by).toEqual(expect.any(String));
});

test("puts a failed job back with its error, retries it and continues", async () => {
  let attempts = 0;
  let others = 0;
  await work({
    fails: () => {
      attempts += 1;
      return attempts === 1 ? Promise.reject(new Error("not yet")) : Promise.resolve();
    },
    works: () => Promise.resolve(void (others += 1)),
  });
  await add("fails");
  await until(async () => (await jobsLeft())[0]?.last_error === "not yet", "the job to be put back");
  expect(await jobsLeft()).toEqual([{ locked_by: null, attempts: 1, last_error: "not yet" }]);
  await add("works");
  await until(() => others === 1, "another job");
  await makeJobsDue(owner);
  await until(() => attempts === 2, "a second try");
  await until(async () => (await jobsLeft()).length === 0, "the queue to be empty");
});

test("restarts a queue whose first fetch failed, and runs what waits [R-26]", async () => {
  await add("waiting");
  let done = 0;
  await owner.query("alter table graphile_worker._private_tasks rename to away");
  await work({ waiting: async () => void (done += 1) });
  await until(() => warned.some((line) => line.includes("the queue fetches nothing")), "its question to be refused");
  await owner.query("alter table graphile_worker.away rename to _private_tasks");
  await until(() => done === 1, "the job");
});

test("two processes run each job once", async () => {
  const done: string[] = [];
  const jobs = { once: (payload: { at: string }) => Promise.resolve(void done.push(payload.at)) } as Jobs;
  await work(jobs);
  await work(jobs);
  for (let at = 0; at < 40; at += 1)
    await base.owner.query("select enqueue_job('once', json_build_object('at', $1::text), $1::text)", [String(at)]);
  await until(async () => (await jobsLeft()).length === 0, "the queue to be empty");
  expect(new Set(done).size).toBe(40);
  expect(done).toHaveLength(40);
});

test("limits a task with dedicated slots to them while other tasks continue [R-34]", async () => {
  const { promise: blocked, resolve: letGo } = Promise.withResolvers<void>();
  let lines = 0;
  let others = 0;
  await work(
    {
      line: async () => {
        lines += 1;
        await blocked;
      },
      other: () => Promise.resolve(void (others += 1)),
    },
    [],
    { line: { count: 2, pollMs: 500 } },
  );
  for (let at = 0; at < 300; at += 1) await add("line", `line:${at}`);
  await until(() => lines === 2, "its two hands to be full");
  for (let at = 0; at < 5; at += 1) await add("other", `other:${at}`);
  await until(() => others === 5, "other work to be done meanwhile");
  expect(lines).toBe(2);
  letGo();
  await until(() => lines === 300, "the rest of it");
});

test("sends heartbeats for the workers of dedicated slots too [R-21]", async () => {
  const { promise: blocked, resolve: letGo } = Promise.withResolvers<void>();
  let began = 0;
  const long = async () => {
    began += 1;
    await blocked;
  };
  await work({ line: long, other: long }, [], { line: { count: 1, pollMs: 500 } });
  await add("line");
  await add("other");
  await until(() => began === 2, "both to begin");
  await until(async () => ((await owner.query("select from worker_heartbeats")).rowCount ?? 0) === 2, "two heartbeats");
  await lockedLongAgo(3_600);
  expect(await releaseJobsOfDeadWorkers(owner)).toEqual([]);
  letGo();
});

test("queues one job per key", async () => {
  await Promise.all(Array.from({ length: 10 }, () => add("unknown_job", "same")));
  expect(await jobsLeft()).toHaveLength(1);
});

test("continues a schedule after a failure and never runs an entry twice at once [T-77]", async () => {
  let runs = 0;
  let atOnce = 0;
  let most = 0;
  const runner = await work({ nothing: () => Promise.resolve() }, [
    {
      name: "sometimes_fails",
      everyMs: 1,
      run: async () => {
        runs += 1;
        most = Math.max(most, (atOnce += 1));
        await sleep(2);
        atOnce -= 1;
        if (runs % 2 === 1) throw new Error("this time not");
      },
    },
  ]);
  await until(() => runs >= 5, "five runs");
  await runner.stop();
  const stopped = runs;
  await sleep(20);
  expect([most, runs]).toEqual([1, stopped]);
});
