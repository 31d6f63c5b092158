import { topUpMaximum, topUpMinimum } from "@idanimo/contract/limits";
import { type Currency, formatMoney, parseMinor, type Money, money } from "@idanimo/contract/money";
import { fillPlaceholders, type ProblemCode } from "@idanimo/contract/problems";
import * as texts from "@idanimo/contract/texts";

/** The amount typed so far, or undefined while it is none. A point without places behind it is still being typed. */
export function parseTypedAmount(text: string, currency: Currency): Money | undefined {
  const minor = parseMinor(text.replace(/\.$/, ""));
  return minor === undefined || minor <= 0n ? undefined : money(currency, minor);
}

/** What is wrong with an amount to add, in words; undefined when it can be paid. Source: A§5, WALLET-06, WALLET-07. */
export function validateTopUp(text: string, currency: Currency): string | undefined {
  const amount = parseTypedAmount(text, currency);
  if (!amount && text.trim() !== "") return texts.amountInvalid;
  const [least, most] = [topUpMinimum[currency], topUpMaximum[currency]];
  if (!amount || amount.minor < least.minor)
    return fillPlaceholders(texts.topUpTooSmall, { minimum: formatMoneyShort(least) });
  if (amount.minor > most.minor) return fillPlaceholders(texts.topUpTooLarge, { maximum: formatMoneyShort(most) });
  return undefined;
}

/** How much to add where an amount is missing: that amount in whole naira or dollars, and no less than can be added at once. */
export function topUpAmountFor(missing: Money): Money {
  const whole = ((missing.minor + 99n) / 100n) * 100n;
  const least = topUpMinimum[missing.currency].minor;
  return money(missing.currency, whole < least ? least : whole);
}

/** `$10`, not `$10.00`: limits are whole, and the specification writes them so. */
export function formatMoneyShort(amount: Money): string {
  return formatMoney(amount).replace(/\.00$/, "");
}

/** What the page says that a payer comes back to inside the frame. */
const returnMessageType = "idanimo:payment-return";

/**
 * What a message says of this payment's payer: they came back, or came back without paying; undefined for any other message.
 * Only a hint to ask the server and for the words meanwhile. Source: T-28.
 */
export function parseReturnMessage(data: unknown, txRef: string): "back" | "cancelled" | undefined {
  if (typeof data !== "object" || data === null || !("type" in data) || !("txRef" in data)) return undefined;
  if (data.type !== returnMessageType || data.txRef !== txRef) return undefined;
  return "status" in data && data.status === "cancelled" ? "cancelled" : "back";
}

/** Whether a refusal says nothing of the payment itself: it is asked about again, by itself. */
export function isPaymentUnknown(code: ProblemCode): boolean {
  return code === "payment_not_known" || code === "no_response" || code === "unavailable" || code === "unexpected";
}
