import { stripSeparators, findNumbers } from "./input-formats.ts";

/** The contents of a one-time code's cells after a change. Pure functions. */

/**
 * The digits of a pasted text: those of a part of a code, or the only complete code in it; undefined for any other
 * text.
 */
export function parsePastedDigits(text: string, length: number): string | undefined {
  const digits = stripSeparators(text);
  if (/^\d+$/.test(digits) && digits.length <= length) return digits;
  const [code, ...others] = findNumbers(text, length);
  return others.length === 0 ? code : undefined;
}

/**
 * The code after a cell's text has changed; undefined if the change is invalid. A complete code in any cell
 * replaces the code, since keyboards insert one without a paste event. A cell that is typed over briefly contains
 * its old digit as well.
 */
export function updateCode(code: string, at: number, typed: string, length: number): string | undefined {
  const old = code[at] ?? "";
  const digits = typed.normalize("NFKC").replace(/\D/g, "");
  const withoutOld =
    old !== "" && digits.startsWith(old)
      ? digits.slice(1)
      : old !== "" && digits.endsWith(old)
        ? digits.slice(0, -1)
        : digits;
  for (const whole of [digits, withoutOld]) if (whole.length === length) return whole;
  const inserted = digits.length === 2 ? withoutOld : digits;
  if (inserted === "" || inserted.length > length) return undefined;
  const from = at + inserted.length > length ? 0 : Math.min(at, code.length);
  return (code.slice(0, from) + inserted + code.slice(from + inserted.length)).slice(0, length);
}
