import * as z from "zod/mini";
import { cursor, publicId } from "./fields.ts";
import type { Operation } from "./operation.ts";

/** What a notice can be about. `refund_initiated` makes an open page reload its user [PUSH-03 T-70]. */
export const noticeKinds = [
  "refund_initiated",
  "payment_received",
  "late_payment_received",
  "consent_granted",
  "consent_denied",
  "result_ready",
  "request_ended",
  "free_request_ended",
  "bulk_completed",
  "new_sign_in",
  "password_changed",
  "member_invited",
  "member_joined",
  "member_removed",
  "membership_ended",
  "member_suspended",
  "member_reactivated",
  "role_changed",
  "records_opened_to_member",
  "directory_added_member",
  "scim_token_ending",
  "key_network_new",
  "key_address_refused",
  "key_leaked",
  "key_ending",
  "key_transferred",
  "approval_requested",
  "approval_decided",
  "organisation_closing",
  "organisation_stays_open",
  "organisation_closed",
  "webhook_disabled",
  "sso_changed",
  "sso_exemption_used",
  "support_viewed",
  "support_signed_out",
  "support_unlocked",
  "support_resent",
  "support_phone_requested",
  "support_phone_removed",
  "support_suspended",
  "support_suspension_ended",
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** A browser's Web Push subscription, as `PushSubscription.toJSON()` returns it. */
const subscription = z.strictObject({
  endpoint: z.url().check(z.maxLength(1_000), z.regex(/^[\x21-\x7E]*$/)),
  keys: z.strictObject({
    p256dh: z.string().check(z.regex(/^[A-Za-z0-9_-]{80,100}=*$/)),
    auth: z.string().check(z.regex(/^[A-Za-z0-9_-]{16,32}=*$/)),
  }),
});
export const pushSubscription = subscription;

/** The key for a browser's subscription; null if the operator has none. */
export const pushKey = {
  method: "GET",
  path: "/push/key",
  access: "public",
  summary: "The public VAPID key of this installation.",
  input: z.strictObject({}),
  output: z.object({ publicKey: z.nullable(z.string()) }),
  problems: [],
} as const satisfies Operation;

/** A device belongs to the user who signed in there last; it is removed when that session ends [T-69]. */
export const addPush = {
  method: "POST",
  path: "/user/push",
  access: "signed_in",
  right: "personal",
  summary: "Turns on push notifications of this session for this device.",
  input: subscription,
  output: z.object({ result: z.literal("success") }),
  problems: ["push_refused"],
} as const satisfies Operation;

export const removePush = {
  method: "DELETE",
  path: "/user/push",
  access: "signed_in",
  right: "personal",
  summary: "Turns off push notifications of this session.",
  input: z.strictObject({}),
  output: z.object({ result: z.literal("success") }),
  problems: [],
} as const satisfies Operation;

const notice = z.object({
  id: publicId,
  kind: z.enum(noticeKinds),
  title: z.string(),
  text: z.string(),
  at: z.string(),
  read: z.boolean(),
  /** The page of the application that the notice links to. */
  link: z.nullable(z.string()),
});
export type Notice = z.output<typeof notice>;

/** Deleted after 90 days. */
export const notices = {
  method: "GET",
  path: "/user/notices",
  access: "signed_in",
  right: "personal",
  summary: "The notices of this user, newest first.",
  input: z.strictObject({
    size: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
    after: cursor,
  }),
  output: z.object({ notices: z.array(notice), unread: z.number(), next: z.nullable(z.string()) }),
  problems: [],
  passive: true,
} as const satisfies Operation;

export const readNotices = {
  method: "POST",
  path: "/user/notices/read",
  access: "signed_in",
  right: "personal",
  summary: "Marks notices as read; all of them if none is given.",
  input: z.strictObject({ ids: z.optional(z.array(publicId).check(z.maxLength(100))) }),
  output: z.object({ result: z.literal("success"), unread: z.number() }),
  problems: [],
} as const satisfies Operation;
