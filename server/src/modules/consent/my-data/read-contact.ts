import { email } from "@idanimo/contract/fields";
import { mayText } from "../../accounts/index.ts";

/** A phone number in international form with its plus, or a mail address in small letters: as the index of subjects has it. */
export type TypedContact = { readonly kind: "phone" | "mail"; readonly value: string };

/** What somebody typed as their contact: `0803 123 4567`, `+234 803 123 4567`, `me@example.ng`; undefined for anything else. */
export function readContact(typed: unknown): TypedContact | undefined {
  if (typeof typed !== "string" || typed.length > 300) return undefined;
  const mail = email.safeParse(typed);
  if (mail.success) return { kind: "mail", value: mail.data.toLowerCase() };
  const digits = typed.replaceAll(/[\s().-]/g, "").replace(/^(\+?234|0(?=[789]))/, "+234");
  return mayText(digits) ? { kind: "phone", value: digits } : undefined;
}
