/** Who is asked and how they are written to, one way after the other. Pure. Source: design 3, "Consent and asking"; T-38. */

type Reach = { readonly phone: string | null; readonly mail: string | null };
const digitsOf = (phone: string) => phone.replace(/\D/g, "").replace(/^2340(?=\d{10}$)/, "234");

/**
 * Whether an account's own phone or mail address is the one in the record. Nobody has proved an account's phone, so this chooses
 * words and nothing else. Source: T-38.
 */
export function isSamePerson(asker: Reach, record: Reach): boolean {
  const samePhone = asker.phone !== null && record.phone !== null && digitsOf(asker.phone) === digitsOf(record.phone);
  return samePhone || (asker.mail !== null && asker.mail.toLowerCase() === record.mail?.toLowerCase());
}

/** The two ways to a person. */
export type Way = "sms" | "mail";

/** How long a message may take to arrive before the next way is tried, in minutes. */
export const arrivalMinutes = 15;

/** The ways that are tried, in their order: by SMS first, then the other way, then the first one once more. */
export function ladderOf(has: { readonly phone: boolean; readonly mail: boolean }): readonly Way[] {
  if (has.phone && has.mail) return ["sms", "mail", "sms"];
  if (has.phone) return ["sms", "sms"];
  return has.mail ? ["mail", "mail"] : [];
}

/** One message that asked a person, and since when it stands so. */
export type Step = {
  readonly channel: Way;
  readonly state: "waiting" | "sent" | "delivered" | "failed";
  readonly at: Date;
};

/** Whether a person has the question, as far as anybody can tell: nobody says of a mail that it arrived, so one that was taken counts. */
export function isReached(steps: readonly Step[]): boolean {
  return steps.some(({ channel, state }) => state === "delivered" || (channel === "mail" && state === "sent"));
}

/**
 * When the next way is to be tried: at once after a failure, a while after a message of which nobody knows whether it arrived.
 * @param steps what was sent so far, oldest first
 * @returns null when the person has the question, or no way is left
 */
export function nextStepAt(ladder: readonly Way[], steps: readonly Step[], now: Date): Date | null {
  const last = steps.at(-1);
  if (isReached(steps) || steps.length >= ladder.length) return null;
  if (!last || last.state === "failed") return now;
  return new Date(last.at.getTime() + arrivalMinutes * 60_000);
}
