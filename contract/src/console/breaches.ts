import * as z from "zod/mini";
import { cursor, publicId } from "../fields.ts";
import { requiredLine } from "../plain-text.ts";
import * as texts from "../texts.ts";
import { caseHistoryEntry, urgencies } from "./case-work.ts";
import { containsEmail, containsPersonalNumber, lagosMinute, operatorNote } from "./fields.ts";
import type { ConsoleOperation } from "./operation.ts";

/** Hours within which the Commission is notified of a breach (section 40 of the Act). */
export const breachHours = 72;
/** Characters of the sentence about what happened; the people read it. */
export const breachSentenceMaxLength = 300;

const breachSentence = requiredLine(texts.breachSentenceRequired, breachSentenceMaxLength).check(
  z.refine((text) => !containsPersonalNumber(text) && !containsEmail(text), texts.noteHasNumber),
);

/** What was decided about the Commission; either ends the clock. */
export const commissionOutcomes = ["notified", "not_required"] as const;

const rowFields = {
  id: publicId,
  description: z.string(),
  noticedAt: z.string(),
  dueAt: z.string(),
  urgency: z.enum(urgencies),
  /** Of the clock; negative if it has run out. */
  minutesLeft: z.number(),
  /** Null while the requests are counted. */
  people: z.nullable(z.number()),
};
const breachRow = z.object(rowFields);
export type BreachRow = z.output<typeof breachRow>;

export const listBreaches = {
  method: "GET",
  path: "/breaches",
  access: "signed_in",
  operatorRight: "read_grievances",
  summary: "Returns a page of breaches, the one noticed last first.",
  input: z.strictObject({ after: cursor }),
  output: z.object({ rows: z.array(breachRow), next: z.nullable(z.string()) }),
  problems: [],
} as const satisfies ConsoleOperation;

export const startBreach = {
  method: "POST",
  path: "/breaches",
  access: "signed_in",
  operatorRight: "handle_grievances",
  acceptsIdempotencyKey: true,
  summary: "Starts the clock of a breach, and lists who is affected.",
  input: z.strictObject({
    noticedAt: lagosMinute,
    /** The first and the last time at which someone may have had access. */
    since: lagosMinute,
    until: lagosMinute,
    /** Only what one account could reach; everything if absent. */
    accountId: z.optional(publicId),
    description: breachSentence,
  }),
  output: z.object({ id: publicId }),
  problems: [],
} as const satisfies ConsoleOperation;

const counts = z.object({
  requests: z.number(),
  people: z.number(),
  /** Requests about a person who was never contacted and cannot be identified. */
  unidentified: z.number(),
  accounts: z.number(),
  opened: z.number(),
  openings: z.number(),
  /** Requests that could still be decrypted when they were counted. */
  readable: z.number(),
});

export const viewBreach = {
  method: "GET",
  path: "/breaches/{id}",
  access: "signed_in",
  operatorRight: "read_grievances",
  summary: "Returns a breach: its clock, who is affected as counts, and what was done.",
  input: z.strictObject({ id: publicId }),
  output: z.object({
    ...rowFields,
    since: z.string(),
    until: z.string(),
    accountId: z.nullable(publicId),
    startedBy: z.string(),
    counts: z.nullable(counts),
    byType: z.array(z.object({ searchType: z.string(), requests: z.number(), opened: z.number() })),
    /** Who could be notified; null before. */
    notice: z.nullable(z.object({ at: z.string(), reached: z.number(), unreachable: z.number() })),
    commission: z.nullable(
      z.object({ outcome: z.enum(commissionOutcomes), reason: z.string(), by: z.string(), at: z.string() }),
    ),
    history: z.array(caseHistoryEntry),
  }),
  problems: [],
  passive: true,
} as const satisfies ConsoleOperation;
export type BreachDetails = z.output<(typeof viewBreach)["output"]>;

const breachRequest = z.object({
  requestId: publicId,
  accountId: publicId,
  searchType: z.string(),
  createdAt: z.string(),
  opened: z.number(),
  readable: z.boolean(),
});
export type BreachRequestRow = z.output<typeof breachRequest>;

export const listBreachRequests = {
  method: "GET",
  path: "/breaches/{id}/requests",
  access: "signed_in",
  operatorRight: "read_grievances",
  summary: "Returns a page of the ids of affected requests and accounts, oldest first.",
  input: z.strictObject({ id: publicId, after: cursor }),
  output: z.object({ rows: z.array(breachRequest), next: z.nullable(z.string()) }),
  problems: [],
} as const satisfies ConsoleOperation;

/** A repetition notifies no one twice. */
export const notifyBreach = {
  method: "POST",
  path: "/breaches/{id}/notify",
  access: "signed_in",
  operatorRight: "handle_grievances",
  acceptsIdempotencyKey: true,
  summary: "Requests the notice to everyone who is affected; another operator approves, and then it is sent.",
  input: z.strictObject({ id: publicId, reason: operatorNote(texts.reasonRequired) }),
  output: z.object({ approvalId: publicId }),
  statusOf: () => 202,
  problems: ["breach_not_counted", "approval_pending", "second_operator_needed"],
} as const satisfies ConsoleOperation;

export const decideCommission = {
  method: "POST",
  path: "/breaches/{id}/commission",
  access: "signed_in",
  operatorRight: "handle_grievances",
  acceptsIdempotencyKey: true,
  summary: "Records that the Commission was notified, or why no notification is needed; the clock ends.",
  input: z.strictObject({
    id: publicId,
    outcome: z.enum(commissionOutcomes),
    reason: operatorNote(texts.reasonRequired),
  }),
  output: z.object({ result: z.literal("success") }),
  problems: ["already_decided"],
} as const satisfies ConsoleOperation;

/** Every operation on breaches. */
export const breachOperations = [
  listBreaches,
  startBreach,
  viewBreach,
  listBreachRequests,
  notifyBreach,
  decideCommission,
] as const satisfies readonly ConsoleOperation[];
