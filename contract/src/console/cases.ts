import * as z from "zod/mini";
import { cursor, publicId } from "../fields.ts";
import * as texts from "../texts.ts";
import { assignInput, caseDetailFields, caseNote, casePage, caseRow, caseRowFields } from "./case-work.ts";
import { operatorNote } from "./fields.ts";
import type { ConsoleOperation } from "./operation.ts";

/** Cases of the product for operators: payments that differ, alarms, minors. */
const done = z.object({ result: z.literal("success") });

export const listCases = {
  method: "GET",
  path: "/cases",
  access: "signed_in",
  operatorRight: "read_cases",
  summary: "Returns a page of open cases, the next one due first, or of closed ones, newest first.",
  input: z.strictObject({ ...casePage, after: cursor }),
  output: z.object({ rows: z.array(caseRow), next: z.nullable(z.string()) }),
  problems: [],
} as const satisfies ConsoleOperation;

export const viewCase = {
  method: "GET",
  path: "/cases/{id}",
  access: "signed_in",
  operatorRight: "read_cases",
  summary: "Returns a case with its history and notes.",
  input: z.strictObject({ id: publicId }),
  output: z.object({
    ...caseRowFields,
    ...caseDetailFields,
    /** Codes, counts and amounts. */
    detail: z.string(),
    /** The account or request that it is about, if it is one. */
    about: z.nullable(z.object({ kind: z.enum(["account", "request", "other"]), id: publicId })),
  }),
  problems: [],
} as const satisfies ConsoleOperation;
export type CaseDetails = z.output<(typeof viewCase)["output"]>;

export const assignCase = {
  method: "POST",
  path: "/cases/{id}/assign",
  access: "signed_in",
  operatorRight: "handle_cases",
  acceptsIdempotencyKey: true,
  summary: "Makes an operator responsible for a case, or no one.",
  input: z.strictObject(assignInput),
  output: done,
  problems: ["case_ended", "assignee_unsuitable"],
} as const satisfies ConsoleOperation;

export const noteCase = {
  method: "POST",
  path: "/cases/{id}/note",
  access: "signed_in",
  operatorRight: "handle_cases",
  acceptsIdempotencyKey: true,
  summary: "Adds a note to a case.",
  input: z.strictObject({ id: publicId, text: caseNote }),
  output: done,
  problems: [],
} as const satisfies ConsoleOperation;

export const closeCase = {
  method: "POST",
  path: "/cases/{id}/close",
  access: "signed_in",
  operatorRight: "handle_cases",
  acceptsIdempotencyKey: true,
  summary: "Closes a case with what was done.",
  input: z.strictObject({ id: publicId, reason: operatorNote(texts.reasonRequired) }),
  output: done,
  problems: ["case_ended"],
} as const satisfies ConsoleOperation;
