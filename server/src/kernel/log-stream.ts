import { keyInText } from "@idanimo/contract/developers/key-format";
import { replaceUnsafe } from "@idanimo/contract/terminal";
import { pino } from "pino";

const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

/**
 * Escapes characters that JSON allows but a terminal interprets: C1 controls and invisible characters become
 * `\u009b` and the like, so that the line is still the same JSON. Removes API keys.
 */
export const escapeLogLine = (line: string): string =>
  replaceUnsafe(line.replace(keyInText, "idn_removed"), (found) =>
    found === "\n" ? found : found.replace(/[^]/g, escapeUnit),
  );

/** The stream of every log: standard error. */
export function openLogStream(): { write(line: string): void } {
  const destination = pino.destination(2);
  return { write: (line) => void destination.write(escapeLogLine(line)) };
}
