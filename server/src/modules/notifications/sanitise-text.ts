/** Sanitises text that a user typed, for use in our messages. [T-71] */

/** Truncates a text to a number of code points; a truncated text ends in three dots. */
export function truncateText(length: number, text: string): string {
  const letters = [...text];
  return letters.length <= length ? text : `${letters.slice(0, Math.max(0, length - 3)).join("")}...`;
}

/**
 * One line without control, invisible or direction characters, and nothing that phones or email clients turn into a
 * link.
 */
function sanitiseLine(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]+/gu, " ")
    .replace(/\b[a-z][a-z0-9+.-]*:\/*/giu, (scheme) => scheme.replaceAll(/[:/]/g, " "))
    .replace(/[<>`]/g, " ")
    .replace(/([\p{L}\p{Nd}_-])[.\u3002\uFF0E\uFF61](?=[\p{L}\p{Nd}_-])/gu, "$1. ")
    .replace(/@/g, " at ")
    .replace(/[/\\]{2,}/g, " ")
    .replace(/\s+/gu, " ")
    .trim();
}

export function sanitiseForMail(text: string, length: number): string {
  return truncateText(length, sanitiseLine(text)) || "Someone";
}

/** As for email, but only characters of the 160-character SMS alphabet: removes accents and drops the rest. */
export function sanitiseForSms(text: string, length: number): string {
  const simple = sanitiseLine(text)
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[\u2018\u2019\u02BC]/g, "'")
    .replace(/[\u2010-\u2015]/g, "-")
    .replace(/[^\x20-\x7E]|[;^{}\\[\]~|]/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  return truncateText(length, sanitiseLine(simple)) || "Someone";
}
