import * as z from "zod/mini";
import { publicId } from "./fields.ts";
import type { Operation } from "./operation.ts";

/** What a requester may do while a request awaits consent. */

/** How long a subject has for their answer before the requester may remind them. */
export const reminderAfterMinutes = 60;
/** Reminders are sent from this hour until the other one, in Lagos. */
export const reminderHours = { from: 8, until: 20 } as const;

/** The reminder of a request. Each request has one. */
export const reminder = z.object({
  /** When it was sent. */
  sentAt: z.nullable(z.string()),
  /** From when one can be sent; null if none can be sent any more. */
  possibleAt: z.nullable(z.string()),
});
export type Reminder = z.output<typeof reminder>;

/**
 * Ends a request that awaits consent. The charge is kept, because the source was asked and has answered; the subject's
 * link then says that the request was withdrawn. Idempotent.
 */
export const cancelRequest = {
  method: "POST",
  path: "/verification/requests/{id}/cancel",
  access: "signed_in",
  right: "requests:create",
  summary: "Cancels a request that awaits consent. No refund.",
  input: z.strictObject({ id: publicId }),
  output: z.object({ outcome: z.literal("CANCELLED") }),
  problems: ["request_over"],
} as const satisfies Operation;

/**
 * Sends the subject one more message about a pending request: by SMS if the record has a phone number, otherwise by
 * email, with the code and the link that they have. Once for each request. Idempotent.
 */
export const remindSubject = {
  method: "POST",
  path: "/verification/requests/{id}/remind",
  access: "signed_in",
  right: "requests:create",
  summary: "Reminds the subject of a request once.",
  input: z.strictObject({ id: publicId }),
  output: z.object({ reminder }),
  problems: ["request_over", "reminder_not_possible"],
} as const satisfies Operation;
