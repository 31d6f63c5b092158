import * as z from "zod/mini";
import { amountOut, currencies } from "../money.ts";
import { requiredLine } from "../plain-text.ts";
import * as texts from "../texts.ts";
import { operatorNoteMaxLength, operatorRoles, viewReasonCodes } from "./rights.ts";

/** Whether a text seems to contain an identity or phone number: eleven digits, also with spaces or dashes between. */
export const containsPersonalNumber = (text: string): boolean => /(?<!\d)(?:\d[ -]?){10}\d(?!\d)/.test(text);
export const containsEmail = (text: string) => /\S@\S/.test(text);

/** Date rolls an impossible day over into the next month. */
function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

function isMinute(text: string): boolean {
  const at = new Date(`${text}:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** A line that an operator writes. It is stored in the audit log, so it must not contain a person's number or email. */
export const operatorNote = (missing: string) =>
  requiredLine(missing, operatorNoteMaxLength).check(
    z.refine((text) => !containsPersonalNumber(text) && !containsEmail(text), texts.noteHasNumber),
  );

/** A day in Lagos that exists, such as `2026-11-21`. */
export const lagosDay = z
  .string(texts.dayInvalid)
  .check(z.regex(/^\d{4}-\d{2}-\d{2}$/, texts.dayInvalid), z.refine(isDay, texts.dayInvalid));

/** A minute in Lagos, as a field for date and time writes it: `2026-11-21T18:00`. */
export const lagosMinute = z
  .string(texts.minuteInvalid)
  .check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, texts.minuteInvalid), z.refine(isMinute, texts.minuteInvalid));

export const operatorRole = z.enum(operatorRoles);
export const rolesField = z
  .array(operatorRole)
  .check(z.minLength(1, texts.roleRequired), z.maxLength(operatorRoles.length));
export const viewReason = z.enum(viewReasonCodes, texts.viewReasonRequired);

/** An amount with its currency. */
export const moneyField = z.object({ currency: z.enum(currencies), minor: amountOut });
