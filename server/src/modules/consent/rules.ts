import { lagosOffsetMs } from "@idanimo/contract/date-format";
import { reminderAfterMinutes, reminderHours } from "@idanimo/contract/pending-request";
import { retention, type RetentionClass } from "@idanimo/contract/request-status";

/** Which channels reach a subject, in which order and when, and how long a record is shown. Pure. [T-38] */

type ContactDetails = { readonly phone: string | null; readonly mail: string | null };
const normalisePhone = (phone: string) => phone.replace(/\D/g, "").replace(/^2340(?=\d{10}$)/, "234");

/**
 * Whether an account's phone or email is the one in the record. An account's phone is not verified, so this only
 * changes the message's text. [T-38]
 */
export function isSameContact(requester: ContactDetails, record: ContactDetails): boolean {
  const samePhone =
    requester.phone !== null &&
    record.phone !== null &&
    normalisePhone(requester.phone) === normalisePhone(record.phone);
  return samePhone || (requester.mail !== null && requester.mail.toLowerCase() === record.mail?.toLowerCase());
}

export type Channel = "sms" | "mail";

/** How long we wait for a delivery report before the next attempt. */
export const deliveryTimeoutMinutes = 15;

/** The channels in order: SMS first, then the other channel, then the first one again. */
export function escalationChannels(has: { readonly phone: boolean; readonly mail: boolean }): readonly Channel[] {
  if (has.phone && has.mail) return ["sms", "mail", "sms"];
  if (has.phone) return ["sms", "sms"];
  return has.mail ? ["mail", "mail"] : [];
}

/** One message that asked the subject; `at` is when its state last changed. */
export type DeliveryAttempt = {
  readonly channel: Channel;
  readonly state: "waiting" | "sent" | "delivered" | "failed";
  readonly at: Date;
};

/**
 * Whether the subject has the message, as far as we can know. Email has no delivery report, so an accepted one
 * counts.
 */
export function isSubjectReached(attempts: readonly DeliveryAttempt[]): boolean {
  return attempts.some(({ channel, state }) => state === "delivered" || (channel === "mail" && state === "sent"));
}

/**
 * When the next attempt is due: at once after a failure, otherwise when the delivery report is overdue.
 * @param steps the attempts so far, oldest first
 * @returns null if the subject has the message, or no attempt is left
 */
export function nextAttemptAt(channels: readonly Channel[], steps: readonly DeliveryAttempt[], now: Date): Date | null {
  const last = steps.at(-1);
  if (isSubjectReached(steps) || steps.length >= channels.length) return null;
  if (!last || last.state === "failed") return now;
  return new Date(last.at.getTime() + deliveryTimeoutMinutes * 60_000);
}

/** The earlier of two dates; null does not limit the other. */
export const earlierDate = (one: Date | null, other: Date | null): Date | null =>
  one && other ? new Date(Math.min(one.getTime(), other.getTime())) : (one ?? other);

/** How many hours a record is shown, and whether that counts from the grant or is only the maximum. */
export function visiblePeriod(of: RetentionClass): { readonly hours: number; readonly isMost: boolean } {
  const { afterGrantHours, afterCreationHours } = retention[of];
  return { hours: afterGrantHours ?? afterCreationHours ?? 0, isMost: afterGrantHours === null };
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** This instant if reminders are sent then, otherwise the next one at which they are. */
function nextReminderInstant(at: Date): Date {
  const local = at.getTime() + lagosOffsetMs;
  const midnight = Math.floor(local / dayMs) * dayMs;
  const [first, end] = [midnight + reminderHours.from * hourMs, midnight + reminderHours.until * hourMs];
  if (local >= first && local < end) return at;
  return new Date((local < first ? first : first + dayMs) - lagosOffsetMs);
}

/** A pending request, as far as it decides about its reminder. */
export type RemindableRequest = {
  readonly askedAt: Date | null;
  readonly deadline: Date | null;
  readonly remindedAt: Date | null;
  /** A provider accepted one of our messages, so that the subject has something to be reminded of. */
  readonly wasSent: boolean;
  readonly now: Date;
};

/** From when the subject of a pending request can be reminded, now or later; null if they cannot any more. */
export function reminderPossibleAt(request: RemindableRequest): Date | null {
  const { askedAt, deadline, remindedAt, wasSent, now } = request;
  if (!askedAt || !deadline || remindedAt || !wasSent) return null;
  const earliest = Math.max(now.getTime(), askedAt.getTime() + reminderAfterMinutes * 60_000);
  const at = nextReminderInstant(new Date(earliest));
  return at < deadline ? at : null;
}

/** Whether a message was accepted by a provider and did not fail later. */
export const wasMessageSent = (attempts: readonly DeliveryAttempt[]): boolean =>
  attempts.some(({ state }) => state === "sent" || state === "delivered");

/** The channel of a reminder: SMS, unless every SMS failed and there is an email address. */
export function reminderChannel(has: ContactDetails, attempts: readonly DeliveryAttempt[]): Channel {
  if (has.phone === null) return "mail";
  const isSmsWorking = attempts.some(({ channel, state }) => channel === "sms" && state !== "failed");
  return isSmsWorking || has.mail === null ? "sms" : "mail";
}
