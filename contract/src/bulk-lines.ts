import * as z from "zod/mini";
import { cursor, publicId } from "./fields.ts";
import type { Operation } from "./operation.ts";
import * as texts from "./texts.ts";

/** The lines of a paid bulk file, and the reminder of everyone on it who has not answered. */

/** The statuses of a line, in the order of its life; each line has one. */
export const bulkLineStatuses = [
  texts.rowNotStarted,
  texts.rowInProgress,
  texts.awaitingConsent,
  texts.rowViewResult,
  texts.consentDenied,
  texts.rowNoData,
  texts.rowRefunded,
  texts.rowCancelled,
  texts.rowExpired,
] as const;
export type BulkLineStatus = (typeof bulkLineStatuses)[number];

/** The lines of a paid file in their order. `next` goes into `after`; a filtered page may have fewer lines than fit. */
export const listBulkLines = {
  method: "GET",
  path: "/verification/bulk/{uploadId}/lines",
  access: "signed_in",
  right: ["requests:create", "requests:read_all"],
  summary: "The lines of a paid bulk file, each with its masked number, label and status.",
  input: z.strictObject({ uploadId: publicId, after: cursor, status: z.optional(z.enum(bulkLineStatuses)) }),
  output: z.object({
    lines: z.array(
      z.object({
        /** The id of the line's request. */
        id: publicId,
        /** Its line in the file, from 1. */
        line: z.number(),
        /** Masked, whatever its state. */
        number: z.string(),
        /** The requester's private label. */
        label: z.optional(z.string()),
        status: z.string(),
      }),
    ),
    next: z.nullable(z.string()),
  }),
  problems: [],
  passive: true,
} as const satisfies Operation;

const bulkReminders = z.object({
  /** People who can be reminded now. */
  possibleNow: z.number(),
  /** People who were reminded and have not answered. */
  reminded: z.number(),
  /** If no one can be reminded now: from when someone can; null if never. */
  possibleAt: z.nullable(z.string()),
});

/** How many people on a file can be reminded, by the rule of the single reminder. */
export const readBulkReminders = {
  method: "GET",
  path: "/verification/bulk/{uploadId}/reminders",
  access: "signed_in",
  right: ["requests:create", "requests:read_all"],
  summary: "How many people on a bulk file can be reminded.",
  input: z.strictObject({ uploadId: publicId }),
  output: bulkReminders,
  problems: [],
  passive: true,
} as const satisfies Operation;

/**
 * Reminds everyone on a file who has not answered and can be reminded now, each once. The reminders are sent
 * afterwards; `readBulkReminders` counts them. Idempotent.
 */
export const remindBulk = {
  method: "POST",
  path: "/verification/bulk/{uploadId}/remind",
  access: "signed_in",
  right: "requests:create",
  summary: "Reminds everyone on a bulk file who has not answered, each once.",
  input: z.strictObject({ uploadId: publicId }),
  output: z.object({ reminding: z.number() }),
  problems: ["reminder_not_possible"],
} as const satisfies Operation;
