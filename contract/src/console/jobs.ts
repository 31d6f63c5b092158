import * as z from "zod/mini";
import * as texts from "../texts.ts";
import { operatorNote } from "./fields.ts";
import type { ConsoleOperation } from "./operation.ts";

const jobId = z.string().check(z.regex(/^[1-9]\d{0,17}$/));

const depth = z.object({
  task: z.string(),
  waiting: z.number(),
  running: z.number(),
  failed: z.number(),
  /** Since when the oldest due job waits. */
  oldestAt: z.nullable(z.string()),
});
const failedJob = z.object({
  id: z.string(),
  task: z.string(),
  attempts: z.number(),
  /** When it runs next; null if it is given up. */
  nextAttemptAt: z.nullable(z.string()),
  failedAt: z.string(),
});
export type FailedJobRow = z.output<typeof failedJob>;
const message = z.object({
  id: z.string(),
  kind: z.string(),
  channel: z.enum(["sms", "mail"]),
  attempts: z.number(),
  createdAt: z.string(),
});
export type UnsentMessageRow = z.output<typeof message>;

export const jobDepths = {
  method: "GET",
  path: "/jobs/depths",
  access: "signed_in",
  operatorRight: "read_jobs",
  summary: "Returns how many jobs of each kind wait, run and failed.",
  input: z.strictObject({}),
  output: z.object({ depths: z.array(depth) }),
  problems: [],
  passive: true,
} as const satisfies ConsoleOperation;
export type JobQueueRow = z.output<typeof depth>;

export const listFailedJobs = {
  method: "GET",
  path: "/jobs",
  access: "signed_in",
  operatorRight: "read_jobs",
  summary: "Returns a page of failed jobs, newest first, without what they are about.",
  input: z.strictObject({ after: z.optional(jobId) }),
  output: z.object({ rows: z.array(failedJob), next: z.nullable(z.string()) }),
  problems: [],
} as const satisfies ConsoleOperation;

export const listUnsentMessages = {
  method: "GET",
  path: "/messages",
  access: "signed_in",
  operatorRight: "read_jobs",
  summary: "Returns the 50 oldest messages that are not sent yet, without their texts and addressees.",
  input: z.strictObject({}),
  output: z.object({ rows: z.array(message), count: z.number() }),
  problems: [],
} as const satisfies ConsoleOperation;

const act = { id: jobId, reason: operatorNote(texts.reasonRequired) };

export const retryJob = {
  method: "POST",
  path: "/jobs/{id}/retry",
  access: "signed_in",
  operatorRight: "manage_jobs",
  acceptsIdempotencyKey: true,
  summary: "Runs a failed job again now, with all its attempts.",
  input: z.strictObject(act),
  output: z.object({ result: z.literal("success") }),
  problems: ["job_not_failed"],
} as const satisfies ConsoleOperation;

export const dropJob = {
  method: "POST",
  path: "/jobs/{id}/drop",
  access: "signed_in",
  operatorRight: "manage_jobs",
  acceptsIdempotencyKey: true,
  summary: "Deletes a failed job; it is never run again.",
  input: z.strictObject(act),
  output: z.object({ result: z.literal("success") }),
  problems: ["job_not_failed"],
} as const satisfies ConsoleOperation;
