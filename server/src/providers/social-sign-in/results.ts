import { email } from "@idanimo/contract/fields";
import { membersOf, wireText } from "../wire-json.ts";
import type { ExternalPerson, SocialSignInResult } from "./port.ts";

/** The same limit as in our own forms. */
const nameMaxLength = 200;

/** The result for a token or response that fails a check. */
export const refusedResult = (why: string): SocialSignInResult => ({ kind: "refused", why });
export const unreachableResult = (why: string): SocialSignInResult => ({ kind: "unreachable", why });

/** The person, with names as our forms have them: one line, limited in length, never empty. */
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
  const person = { provider, subject: given.subject, email: parseEmail(given.email), ...personName(given) };
  return { kind: "person", person };
}

/** First and last name as our forms have them. */
export function personName(given: {
  readonly email: string | undefined;
  readonly firstName: unknown;
  readonly lastName: unknown;
  readonly name: unknown;
}): { readonly firstName: string; readonly lastName: string } {
  const name = (value: unknown) => wireText(value)?.slice(0, nameMaxLength);
  const [first, ...rest] = (name(given.name) ?? given.email?.split("@")[0] ?? "").split(" ");
  return { firstName: name(given.firstName) ?? first ?? "", lastName: name(given.lastName) ?? rest.join(" ") };
}

/** An email address as accounts are found by it; null if our own forms would reject it. */
export function parseEmail(given: string | undefined): string | null {
  const read = email.safeParse(given);
  return read.success ? read.data.toLowerCase() : null;
}

/** Providers send this claim as a boolean or as text. */
export const isTrueClaim = (claim: unknown) => claim === true || claim === "true";

/** An id as text. Numbers are already text. */
export const parseId = (value: unknown, name: string) => {
  const id = wireText(membersOf(value)[name]);
  return id !== undefined && id.length <= 255 ? id : undefined;
};
