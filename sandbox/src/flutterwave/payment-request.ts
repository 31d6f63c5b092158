import { fieldsOf, numberIn, textIn } from "../kernel/fields.ts";
import { minorFrom } from "../kernel/money.ts";
import type { Payment } from "./payments.ts";

const maxSessionMinutes = 1_440;

/** Reads a merchant's request for a hosted link. Returns the provider's error message if it is invalid. */
export function readPaymentRequest(body: unknown, now: number): Omit<Payment, "code" | "createdAt"> | string {
  const request = fieldsOf(body);
  const txRef = textIn(request, "tx_ref");
  const amountMinor = minorFrom(numberIn(request, "amount"));
  const currency = textIn(request, "currency") ?? "NGN";
  const redirectUrl = textIn(request, "redirect_url");
  const minutes = numberIn(request, "session_duration");
  if (!txRef) return "tx_ref is required";
  if (amountMinor === undefined) return "amount should be a number above 0 with at most two decimal places";
  if (!/^[A-Z]{3}$/.test(currency)) return "currency should be a three letter code";
  if (!redirectUrl || !isHttpUrl(redirectUrl)) return "redirect_url should be an http or https address";
  if (!textIn(request["customer"], "email")?.includes("@")) return "customer.email is required";
  if (minutes !== undefined && (minutes <= 0 || minutes > maxSessionMinutes)) return "session_duration is not valid";
  const expiresAt = minutes === undefined ? undefined : now + minutes * 60_000;
  return { txRef, amountMinor, currency, redirectUrl, request, expiresAt };
}

function isHttpUrl(text: string): boolean {
  const protocol = URL.parse(text)?.protocol;
  return protocol === "http:" || protocol === "https:";
}
