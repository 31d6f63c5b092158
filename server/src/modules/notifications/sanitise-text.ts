/** Makes a text that somebody typed harmless inside a message of ours. Source: T-71. */

/** At most so many characters, counted as people see them; a cut text ends in three dots. */
export function truncateText(length: number, text: string): string {
  const letters = [...text];
  return letters.length <= length ? text : `${letters.slice(0, Math.max(0, length - 3)).join("")}...`;
}

/** One line without control, hidden or direction characters, and nothing a phone or mail program would make a link of. */
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
  return truncateText(length, sanitiseLine(text)) || "Somebody";
}

/** As for mail, and only characters that leave an SMS its full page of 160: marks are dropped, the rest is left out. */
export function sanitiseForSms(text: string, length: number): string {
  const simple = sanitiseLine(text)
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[\u2018\u2019\u02BC]/g, "'")
    .replace(/[\u2010-\u2015]/g, "-")
    .replace(/[^\x20-\x7E]|[;^{}\\[\]~|]/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  return truncateText(length, sanitiseLine(simple)) || "Somebody";
}
