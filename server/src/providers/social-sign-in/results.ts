import { email } from "@idanimo/contract/fields";
import { membersOf, wireText } from "../wire-json.ts";
import type { ExternalPerson, SocialSignInResult } from "./port.ts";

/** A name from elsewhere is as long as one of our forms takes. */
const nameMaxLength = 200;

/** A token or an answer that does not stand up to a check. */
export const refusedResult = (why: string): SocialSignInResult => ({ kind: "refused", why });
export const unreachableResult = (why: string): SocialSignInResult => ({ kind: "unreachable", why });

/** The person, with names as our forms have them: one line, at most so long, never empty. */
export function personResult(
  provider: ExternalPerson["provider"],
  given: {
    readonly subject: string;
    readonly email: string | undefined;
    readonly firstName: unknown;
    readonly lastName: unknown;
    readonly name: unknown;
  },
): SocialSignInResult {
  const name = (value: unknown) => wireText(value)?.slice(0, nameMaxLength);
  const [first, ...rest] = (name(given.name) ?? given.email?.split("@")[0] ?? "").split(" ");
  const firstName = name(given.firstName) ?? first ?? "";
  const lastName = name(given.lastName) ?? rest.join(" ");
  const person = { provider, subject: given.subject, email: parseEmail(given.email), firstName, lastName };
  return { kind: "person", person };
}

/** A mailbox as accounts are found by it; null for what our own forms would not take. */
function parseEmail(given: string | undefined): string | null {
  const read = email.safeParse(given);
  return read.success ? read.data.toLowerCase() : null;
}

/** Providers write this claim as a boolean and as text. */
export const isTrueClaim = (claim: unknown) => claim === true || claim === "true";

/** A member as text where it stands for itself: ids. Numbers of the wire come as text already. */
export const parseId = (value: unknown, name: string) => {
  const id = wireText(membersOf(value)[name]);
  return id !== undefined && id.length <= 255 ? id : undefined;
};
