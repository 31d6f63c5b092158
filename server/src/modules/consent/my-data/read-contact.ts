import { email } from "@idanimo/contract/fields";
import { nigerianPhone } from "@idanimo/contract/nigerian-phone";
import { mayText } from "../../accounts/index.ts";

/** A phone number in international form with its plus, or a mail address in small letters: as the index of subjects has it. */
export type TypedContact = { readonly kind: "phone" | "mail"; readonly value: string };

/** What somebody typed as their contact: a Nigerian number in any spelling, `me@example.ng`; undefined for anything else. */
export function readContact(typed: unknown): TypedContact | undefined {
  if (typeof typed !== "string" || typed.length > 300) return undefined;
  const mail = email.safeParse(typed);
  if (mail.success) return { kind: "mail", value: mail.data.toLowerCase() };
  const phone = nigerianPhone(typed)?.replace(/^0/, "+234");
  return phone !== undefined && mayText(phone) ? { kind: "phone", value: phone } : undefined;
}
