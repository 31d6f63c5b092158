import { approvalDays, idleFinalWarningDays } from "@idanimo/contract/organisations/limits";
import { codeLifetimeMinutes, confirmLinkHours, resetLinkMinutes } from "@idanimo/contract/limits";
import { invitationDays } from "@idanimo/contract/organisations/limits";

/** Every kind of message, and its TTL in minutes. An expired code would only confuse. */
export const messageTtlMinutes = {
  account_code: codeLifetimeMinutes,
  known_email: 24 * 60,
  email_confirm: confirmLinkHours * 60,
  password_reset: resetLinkMinutes,
  consent_request: 24 * 60,
  consent_reminder: 4 * 60,
  consent_receipt: 24 * 60,
  reply_help: 60,
  refund_notice: 24 * 60,
  receipt: 24 * 60,
  sign_in_changed: 24 * 60,
  breach_notice: 24 * 60,
  account_closed: 24 * 60,
  organisation_closing: 24 * 60,
  organisation_closed: 24 * 60,
  invitation: invitationDays * 24 * 60,
  subject_code: codeLifetimeMinutes,
  case_read: 24 * 60,
  case_answered: 24 * 60,
  approval_requested: approvalDays * 24 * 60,
  support_notice: 24 * 60,
  operator_event: 24 * 60,
  idle_member: idleFinalWarningDays * 24 * 60,
  directory_account: 24 * 60,
  scim_token_ending: 24 * 60,
  webhook_disabled: 24 * 60,
} as const;
export type MessageKind = keyof typeof messageTtlMinutes;

/** Up to this attempt the queue's own delays apply, which grow from 3 seconds to 7 minutes. */
const queueRetryAttempts = 6;
/** The longest delay between two attempts, so that messages leave soon after the provider recovers. */
export const maxRetryDelaySeconds = 15 * 60;

/** Whether a message is still worth sending. Kinds of a newer release are unknown here and get a day. */
export function isWithinTtl(kind: string, ageSeconds: number): boolean {
  const minutes = Object.entries(messageTtlMinutes).find(([known]) => known === kind)?.[1] ?? 24 * 60;
  return ageSeconds < minutes * 60;
}

/**
 * The delay before the next attempt of a message that no provider accepted.
 * @param attempts attempts so far, including this one
 * @returns seconds, or "queue" for the queue's own growing delay
 */
export function retryDelayAfter(attempts: number): "queue" | number {
  return attempts <= queueRetryAttempts ? "queue" : maxRetryDelaySeconds;
}
