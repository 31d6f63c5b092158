import { formatCount, lagosDay } from "@idanimo/contract/date-format";
import { currency } from "@idanimo/contract/money";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import { type Days, daysFaults, isDay, untilToday } from "@idanimo/contract/statement-days";
import * as z from "zod/mini";

/** Which days a statement may be about. Pure. */

const dayWords = "Write a day as year, month and day: 2026-11-21.";
const day = z.string(dayWords).check(z.refine(isDay, dayWords));
export const statementQuery = z.strictObject({
  currency: z._default(currency, "NGN"),
  from: day,
  to: day,
});

/** Movements of one statement; a longer one is two. */
export const movementsMost = 4_000;

/** The days that a statement is made of: those that were asked for, up to today. */
export function readPeriod(asked: Days, now: Date): Result<Days, "bad_input"> {
  const today = lagosDay(now);
  const faults = daysFaults(asked, today);
  return Object.keys(faults).length > 0 ? fail("bad_input", {}, { fields: faults }) : ok(untilToday(asked, today));
}

export const tooMany = fail(
  "bad_input",
  {},
  {
    fields: {
      to: `There are more than ${formatCount(movementsMost)} movements in these days. Choose fewer.`,
    },
  },
);
