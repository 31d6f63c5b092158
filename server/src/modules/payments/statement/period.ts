import { formatCount, lagosDay } from "@idanimo/contract/date-format";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import { type Days, daysFaults, untilToday } from "@idanimo/contract/statement-days";

/** Which days a statement may be about. Pure. */

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
