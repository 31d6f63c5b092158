/**
 * One spelling per recipient, so that `0803...`, `234803...`, `+234 803...` and an email address in any case find
 * their messages.
 * @returns international digits without a plus for a Nigerian phone, the lower-case text for anything else
 */
export function recipientKey(recipient: string): string {
  const text = recipient.trim().toLowerCase();
  const digits = text.replace(/[\s().+-]/g, "");
  if (!/^\d+$/.test(digits)) return text;
  if (/^0\d{10}$/.test(digits)) return `234${digits.slice(1)}`;
  if (/^2340\d{10}$/.test(digits)) return `234${digits.slice(4)}`;
  return digits;
}
