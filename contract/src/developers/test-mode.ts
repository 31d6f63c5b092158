import * as z from "zod/mini";
import { naira } from "../money.ts";
import type { Operation } from "../operation.ts";
import { publicId } from "../fields.ts";
import { requiredLine } from "../plain-text.ts";
import { recordPartIds } from "../record-parts.ts";
import * as texts from "../texts.ts";

/** Test mode of an organisation: play money, its messages, and consent decided as the subject. All but the first are 404 in live. */

/** Play money that an organisation has at first, and that one click adds. */
export const playMoney = naira(100_000_00n);
/** The most that one call adds, in kobo. */
export const playMoneyMaxMinor = 1_000_000_000;
/** Characters of a reply to an SMS. */
export const testReplyMaxLength = 480;

/** Whether the caller's organisation has a test mode here. */
export const readTestMode = {
  method: "GET",
  path: "/developers/test-mode",
  access: "signed_in",
  right: [],
  passive: true,
  summary: "Whether test mode can be used.",
  input: z.strictObject({}),
  output: z.object({ isAvailable: z.boolean() }),
  problems: [],
} as const satisfies Operation;

export const addPlayMoney = {
  method: "POST",
  path: "/developers/test-mode/balance",
  access: "signed_in",
  right: [],
  acceptsIdempotencyKey: true,
  summary: "Adds play money to the naira wallet of test mode.",
  input: z.strictObject({
    amountMinor: z
      .number(texts.amountInvalid)
      .check(
        z.int(texts.amountInvalid),
        z.minimum(1, texts.amountInvalid),
        z.maximum(playMoneyMaxMinor, texts.amountInvalid),
      ),
  }),
  output: z.object({ balanceMinor: z.number() }),
  problems: [],
} as const satisfies Operation;

/** Grants the required parts and those in `parts`, or denies. */
export const decideTestConsent = {
  method: "POST",
  path: "/developers/test-mode/consents/{requestId}",
  access: "signed_in",
  right: [],
  summary: "Decides a pending request of test mode as its subject.",
  input: z.strictObject({
    requestId: publicId,
    decision: z.enum(["granted", "denied"]),
    parts: z.optional(z.array(z.enum(recordPartIds)).check(z.maxLength(recordPartIds.length))),
  }),
  output: z.object({ result: z.literal("success") }),
  problems: ["request_over"],
} as const satisfies Operation;

export const testMessage = z.object({
  id: publicId,
  channel: z.enum(["sms", "mail"]),
  to: z.string(),
  subject: z.optional(z.string()),
  text: z.string(),
  at: z.string(),
  isDelivered: z.boolean(),
  replies: z.array(z.object({ text: z.string(), at: z.string() })),
});
export type TestMessage = z.output<typeof testMessage>;

/** Newest first; the latest 200. */
export const testInbox = {
  method: "GET",
  path: "/developers/inbox",
  access: "signed_in",
  right: [],
  passive: true,
  summary: "Lists the SMS and emails that test mode sent.",
  input: z.strictObject({}),
  output: z.object({ messages: z.array(testMessage) }),
  problems: [],
} as const satisfies Operation;

export const replyToTestMessage = {
  method: "POST",
  path: "/developers/inbox/{id}/reply",
  access: "signed_in",
  right: [],
  summary: "Replies to an SMS of test mode as its recipient.",
  input: z.strictObject({
    id: publicId,
    text: requiredLine(texts.testReplyRequired, testReplyMaxLength),
  }),
  output: z.object({ result: z.literal("success") }),
  problems: [],
} as const satisfies Operation;
