import { email } from "@idanimo/contract/fields";
import { normaliseNigerianPhone } from "@idanimo/contract/nigerian-phone";
import { canReceiveSms } from "../../accounts/index.ts";

/** A phone number in E.164 form with its plus, or a lower-case email address, as in the subject index. */
export type ParsedContact = { readonly kind: "phone" | "mail"; readonly value: string };

/** Parses a Nigerian phone number in any spelling, or an email address; undefined for anything else. */
export function parseContact(typed: unknown): ParsedContact | undefined {
  if (typeof typed !== "string" || typed.length > 300) return undefined;
  const mail = email.safeParse(typed);
  if (mail.success) return { kind: "mail", value: mail.data.toLowerCase() };
  const phone = normaliseNigerianPhone(typed)?.replace(/^0/, "+234");
  return phone !== undefined && canReceiveSms(phone) ? { kind: "phone", value: phone } : undefined;
}
