import { email } from "@idanimo/contract/fields";
import { normaliseNigerianPhone } from "@idanimo/contract/nigerian-phone";
import { canReceiveSms } from "../../accounts/index.ts";

/** A phone number in international form with its plus, or a mail address in small letters: as the index of subjects has it. */
export type ParsedContact = { readonly kind: "phone" | "mail"; readonly value: string };

/** What somebody typed as their contact: a Nigerian number in any spelling, `me@example.ng`; undefined for anything else. */
export function parseContact(typed: unknown): ParsedContact | undefined {
  if (typeof typed !== "string" || typed.length > 300) return undefined;
  const mail = email.safeParse(typed);
  if (mail.success) return { kind: "mail", value: mail.data.toLowerCase() };
  const phone = normaliseNigerianPhone(typed)?.replace(/^0/, "+234");
  return phone !== undefined && canReceiveSms(phone) ? { kind: "phone", value: phone } : undefined;
}
