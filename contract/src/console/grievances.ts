import * as z from "zod/mini";
import { cursor, publicId } from "../fields.ts";
import * as texts from "../texts.ts";
import { assignInput, caseAnswer, caseDetailFields, caseNote, casePage, caseRow, caseRowFields } from "./case-work.ts";
import { operatorNote } from "./fields.ts";
import type { ConsoleOperation } from "./operation.ts";

/**
 * What people who were looked up ask of us: data rights, complaints, reports of misuse. Their contact is never part of
 * a response; the job process sends to it.
 */
const done = z.object({ result: z.literal("success") });

export const listGrievances = {
  method: "GET",
  path: "/grievances",
  access: "signed_in",
  operatorRight: "read_grievances",
  summary: "Returns a page of unanswered grievances, the next one due first, or of answered ones, newest first.",
  input: z.strictObject({ ...casePage, after: cursor }),
  output: z.object({ rows: z.array(caseRow), next: z.nullable(z.string()) }),
  problems: [],
} as const satisfies ConsoleOperation;

export const viewGrievance = {
  method: "GET",
  path: "/grievances/{id}",
  access: "signed_in",
  operatorRight: "read_grievances",
  summary: "Returns a grievance with its history and notes, without what the person wrote.",
  input: z.strictObject({ id: publicId }),
  output: z.object({
    ...caseRowFields,
    ...caseDetailFields,
    requestId: z.nullable(publicId),
    accountId: z.nullable(publicId),
    /** How it arrived, if not on the person's own page. */
    arrivedBy: z.nullable(z.enum(["post", "email"])),
    /** The text was deleted when its time was over. */
    isErased: z.boolean(),
  }),
  problems: [],
} as const satisfies ConsoleOperation;
export type GrievanceDetails = z.output<(typeof viewGrievance)["output"]>;

export const assignGrievance = {
  method: "POST",
  path: "/grievances/{id}/assign",
  access: "signed_in",
  operatorRight: "handle_grievances",
  acceptsIdempotencyKey: true,
  summary: "Makes an operator responsible for a grievance, or no one.",
  input: z.strictObject(assignInput),
  output: done,
  problems: ["case_ended", "assignee_unsuitable"],
} as const satisfies ConsoleOperation;

export const noteGrievance = {
  method: "POST",
  path: "/grievances/{id}/note",
  access: "signed_in",
  operatorRight: "handle_grievances",
  acceptsIdempotencyKey: true,
  summary: "Adds a note to a grievance.",
  input: z.strictObject({ id: publicId, text: caseNote }),
  output: done,
  problems: [],
} as const satisfies ConsoleOperation;

/** The reason opens the text for 24 hours. */
export const openGrievance = {
  method: "POST",
  path: "/grievances/{id}/open",
  access: "signed_in",
  operatorRight: "read_grievance_text",
  acceptsIdempotencyKey: true,
  summary: "Records why the text is read, and notifies the person.",
  input: z.strictObject({ id: publicId, reason: operatorNote(texts.reasonRequired) }),
  output: done,
  problems: ["case_erased"],
} as const satisfies ConsoleOperation;

export const readGrievance = {
  method: "GET",
  path: "/grievances/{id}/text",
  access: "signed_in",
  operatorRight: "read_grievance_text",
  summary: "Returns what the person wrote and our answer; numbers and emails in it are masked.",
  input: z.strictObject({ id: publicId }),
  output: z.object({ text: z.string(), answer: z.nullable(z.string()) }),
  problems: ["case_reason_needed", "case_erased"],
} as const satisfies ConsoleOperation;

export const replyToGrievance = {
  method: "POST",
  path: "/grievances/{id}/reply",
  access: "signed_in",
  operatorRight: "handle_grievances",
  acceptsIdempotencyKey: true,
  summary: "Answers a grievance once; the job process sends the answer to the sealed contact.",
  input: z.strictObject({ id: publicId, text: caseAnswer }),
  output: z.object({ result: z.literal("success"), isSent: z.boolean() }),
  problems: ["case_ended", "case_erased"],
} as const satisfies ConsoleOperation;
