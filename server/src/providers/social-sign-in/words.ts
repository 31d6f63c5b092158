import { email } from "@idanimo/contract/fields";
import { membersOf, textOf } from "../wire-json.ts";
import type { ExternalPerson, SocialWord } from "./port.ts";

/** A name from elsewhere is as long as one of our forms takes. */
const longestName = 200;

/** A token or an answer that does not stand up to a check. */
export const refused = (why: string): SocialWord => ({ kind: "refused", why });
export const unreachable = (why: string): SocialWord => ({ kind: "unreachable", why });

/** The person, with names as our forms have them: one line, at most so long, never empty. */
export function personWith(
  provider: ExternalPerson["provider"],
  given: {
    readonly subject: string;
    readonly email: string | undefined;
    readonly firstName: unknown;
    readonly lastName: unknown;
    readonly name: unknown;
  },
): SocialWord {
  const name = (value: unknown) => textOf(value)?.slice(0, longestName);
  const [first, ...rest] = (name(given.name) ?? given.email?.split("@")[0] ?? "").split(" ");
  const firstName = name(given.firstName) ?? first ?? "";
  const lastName = name(given.lastName) ?? rest.join(" ");
  const person = { provider, subject: given.subject, email: mailbox(given.email), firstName, lastName };
  return { kind: "person", person };
}

/** A mailbox as accounts are found by it; null for what our own forms would not take. */
function mailbox(given: string | undefined): string | null {
  const read = email.safeParse(given);
  return read.success ? read.data.toLowerCase() : null;
}

/** Providers write this claim as a boolean and as text. */
export const isTrue = (claim: unknown) => claim === true || claim === "true";

/** A member as text where it stands for itself: ids. Numbers of the wire come as text already. */
export const idIn = (value: unknown, name: string) => {
  const id = textOf(membersOf(value)[name]);
  return id !== undefined && id.length <= 255 ? id : undefined;
};
