import * as z from "zod/mini";
import { publicId } from "../fields.ts";
import { suspensionReasonCodes, suspensionReasons, type SuspensionReason } from "../suspensions.ts";
import * as texts from "../texts.ts";
import { operatorNote } from "./fields.ts";
import type { ConsoleOperation } from "./operation.ts";

/** Working days within which an owner reviews a suspension that support made. */
export const suspensionReviewDays = 3;

/** Why operators suspend; the owner reads the sentence of `suspensionReasons`. */
export const suspensionReason = z.enum(suspensionReasonCodes, texts.suspensionReasonRequired);

/** Whether a suspension follows a report of a person; a second operator then decides about its end. */
export const followsReport = (reason: SuspensionReason): boolean => reason === "report";

export const suspensionRow = z.object({
  id: publicId,
  reasonCode: z.string(),
  /** Whether ending it needs a second operator. */
  afterReport: z.boolean(),
  note: z.string(),
  since: z.string(),
  by: z.string(),
  endedAt: z.nullable(z.string()),
  endedBy: z.nullable(z.string()),
});
export type SuspensionRow = z.output<typeof suspensionRow>;

export const suspensionReasonLabel = (code: string): string =>
  Object.entries(suspensionReasons).find(([known]) => known === code)?.[1] ?? code;

/** Takes effect at once. One that support makes is reviewed by an owner of the installation. [OC-08] */
export const suspendAccount = {
  method: "POST",
  path: "/accounts/{id}/suspend",
  access: "signed_in",
  operatorRight: "help_accounts",
  acceptsIdempotencyKey: true,
  summary: "Suspends an account or organisation and notifies its owners.",
  input: z.strictObject({
    id: publicId,
    reasonCode: suspensionReason,
    /** For colleagues; the owner reads the sentence of the reason. */
    reason: operatorNote(texts.reasonRequired),
  }),
  output: z.object({
    result: z.literal("success"),
    /** Until when an owner reviews it; null if an owner made it. */
    reviewBy: z.nullable(z.string()),
  }),
  problems: ["reason_needed", "account_closed", "already_suspended"],
} as const satisfies ConsoleOperation;

export const endSuspension = {
  method: "POST",
  path: "/accounts/{id}/end-suspension",
  access: "signed_in",
  operatorRight: "help_accounts",
  acceptsIdempotencyKey: true,
  summary: "Ends a suspension; requests the end if it followed a report, and then another operator approves.",
  input: z.strictObject({ id: publicId, reason: operatorNote(texts.reasonRequired) }),
  output: z.union([z.object({ approvalId: publicId }), z.object({ result: z.literal("success") })]),
  statusOf: (output: object) => ("approvalId" in output ? 202 : 200),
  problems: ["reason_needed", "not_suspended", "approval_pending", "second_operator_needed"],
} as const satisfies ConsoleOperation;
