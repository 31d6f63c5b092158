import { topUpMaximum, topUpMinimum } from "@idanimo/contract/limits";
import { type Currency, formatMoney, parseMinor, type Money, money } from "@idanimo/contract/money";
import { fillPlaceholders, type ProblemCode } from "@idanimo/contract/problems";
import * as texts from "@idanimo/contract/texts";

/**
 * The amount typed so far; undefined if it is none. Allows a trailing decimal point, because the user is still
 * typing.
 */
export function parseTypedAmount(text: string, currency: Currency): Money | undefined {
  const minor = parseMinor(text.replace(/\.$/, ""));
  return minor === undefined || minor <= 0n ? undefined : money(currency, minor);
}

/** The error of a top-up amount; undefined if it can be paid [WALLET-06 WALLET-07]. */
export function validateTopUp(text: string, currency: Currency): string | undefined {
  const amount = parseTypedAmount(text, currency);
  if (!amount && text.trim() !== "") return texts.amountInvalid;
  const [least, most] = [topUpMinimum[currency], topUpMaximum[currency]];
  if (!amount || amount.minor < least.minor)
    return fillPlaceholders(texts.topUpTooSmall, { minimum: formatMoneyShort(least) });
  if (amount.minor > most.minor) return fillPlaceholders(texts.topUpTooLarge, { maximum: formatMoneyShort(most) });
  return undefined;
}

/** The top-up for a missing amount: rounded up to whole naira or dollars, and at least the minimum. */
export function topUpAmountFor(missing: Money): Money {
  const rounded = ((missing.minor + 99n) / 100n) * 100n;
  const least = topUpMinimum[missing.currency].minor;
  return money(missing.currency, rounded < least ? least : rounded);
}

/** `$10`, not `$10.00`: limits are whole numbers, and the specification writes them so. */
export function formatMoneyShort(amount: Money): string {
  return formatMoney(amount).replace(/\.00$/, "");
}

/** The message type of the page to which the payer returns inside the frame. */
const returnMessageType = "idanimo:payment-return";

/**
 * What a message reports about this payment's payer: returned, or returned without paying; undefined for any other
 * message. Only a hint to query the server, and for the text in the meantime [T-28].
 */
export function parseReturnMessage(data: unknown, txRef: string): "back" | "cancelled" | undefined {
  if (typeof data !== "object" || data === null || !("type" in data) || !("txRef" in data)) return undefined;
  if (data.type !== returnMessageType || data.txRef !== txRef) return undefined;
  return "status" in data && data.status === "cancelled" ? "cancelled" : "back";
}

/** Whether a problem says nothing about the payment itself, so that the check is repeated automatically. */
export function isPaymentUnknown(code: ProblemCode): boolean {
  return code === "payment_not_known" || code === "no_response" || code === "unavailable" || code === "unexpected";
}
