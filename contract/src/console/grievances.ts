import * as z from "zod/mini";
import { cursor, publicId } from "../fields.ts";
import * as texts from "../texts.ts";
import {
  arrivedText,
  assignInput,
  caseAnswer,
  caseDetailFields,
  caseNote,
  casePage,
  caseRow,
  caseRowFields,
} from "./case-work.ts";
import { singleLine } from "../plain-text.ts";
import { lagosDay, operatorNote } from "./fields.ts";
import type { ConsoleOperation } from "./operation.ts";

/**
 * What people who were looked up ask of us: data rights, complaints, reports of misuse. Their contact is never part of
 * a response; the job process sends to it.
 */
const done = z.object({ result: z.literal("success") });

/** How a notice arrives that a person did not write on their own page. */
export const arrivalWays = ["post", "email"] as const;

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
    arrivedBy: z.nullable(z.enum(arrivalWays)),
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

/** A Standard Notice to Address Grievance (article 40 of the GAID) that did not arrive on the person's own page. */
export const recordNotice = {
  method: "POST",
  path: "/grievances/snag",
  access: "signed_in",
  operatorRight: "handle_grievances",
  acceptsIdempotencyKey: true,
  summary: "Enters a notice that arrived by post or email; its clock runs from the day of arrival.",
  input: z.strictObject({
    arrivedOn: lagosDay,
    arrivedBy: z.enum(arrivalWays, texts.arrivedByRequired),
    /** Phone or email for the answer; empty if the notice has none. */
    contact: singleLine(300),
    text: arrivedText,
  }),
  output: z.object({ id: publicId, reference: z.string() }),
  problems: [],
} as const satisfies ConsoleOperation;

/** The same notice as a PDF document. It needs the reason that opens the text. */
export const noticePdfPath = (id: string): string => `/grievances/${id}/snag.pdf`;

/** Every operation on grievances. */
export const grievanceOperations = [
  listGrievances,
  viewGrievance,
  assignGrievance,
  noteGrievance,
  openGrievance,
  readGrievance,
  replyToGrievance,
  recordNotice,
] as const satisfies readonly ConsoleOperation[];
