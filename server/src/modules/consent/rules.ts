/** Who is asked and how they are written to, one way after the other. Pure. Source: design 3, "Consent and asking"; T-38. */

type ContactDetails = { readonly phone: string | null; readonly mail: string | null };
const normalisePhone = (phone: string) => phone.replace(/\D/g, "").replace(/^2340(?=\d{10}$)/, "234");

/**
 * Whether an account's own phone or mail address is the one in the record. Nobody has proved an account's phone, so this chooses
 * words and nothing else. Source: T-38.
 */
export function isSameContact(requester: ContactDetails, record: ContactDetails): boolean {
  const samePhone =
    requester.phone !== null &&
    record.phone !== null &&
    normalisePhone(requester.phone) === normalisePhone(record.phone);
  return samePhone || (requester.mail !== null && requester.mail.toLowerCase() === record.mail?.toLowerCase());
}

/** The two ways to a person. */
export type Channel = "sms" | "mail";

/** How long a message may take to arrive before the next way is tried, in minutes. */
export const deliveryTimeoutMinutes = 15;

/** The ways that are tried, in their order: by SMS first, then the other way, then the first one once more. */
export function escalationChannels(has: { readonly phone: boolean; readonly mail: boolean }): readonly Channel[] {
  if (has.phone && has.mail) return ["sms", "mail", "sms"];
  if (has.phone) return ["sms", "sms"];
  return has.mail ? ["mail", "mail"] : [];
}

/** One message that asked a person, and since when it stands so. */
export type DeliveryAttempt = {
  readonly channel: Channel;
  readonly state: "waiting" | "sent" | "delivered" | "failed";
  readonly at: Date;
};

/** Whether a person has the question, as far as anybody can tell: nobody says of a mail that it arrived, so one that was taken counts. */
export function isSubjectReached(attempts: readonly DeliveryAttempt[]): boolean {
  return attempts.some(({ channel, state }) => state === "delivered" || (channel === "mail" && state === "sent"));
}

/**
 * When the next way is to be tried: at once after a failure, a while after a message of which nobody knows whether it arrived.
 * @param steps what was sent so far, oldest first
 * @returns null when the person has the question, or no way is left
 */
export function nextAttemptAt(channels: readonly Channel[], steps: readonly DeliveryAttempt[], now: Date): Date | null {
  const last = steps.at(-1);
  if (isSubjectReached(steps) || steps.length >= channels.length) return null;
  if (!last || last.state === "failed") return now;
  return new Date(last.at.getTime() + deliveryTimeoutMinutes * 60_000);
}
