import { formatCount, lagosDay } from "@idanimo/contract/date-format";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import { type DayRange, validateDayRange, clampToToday } from "@idanimo/contract/statement-days";

/** Limits the period of a statement. Pure. */

/** Maximum number of movements in one statement. */
export const maxMovements = 4_000;

/** The period of a statement: the requested days, up to today. */
export function resolvePeriod(request: DayRange, now: Date): Result<DayRange, "bad_input"> {
  const today = lagosDay(now);
  const faults = validateDayRange(request, today);
  return Object.keys(faults).length > 0 ? fail("bad_input", {}, { fields: faults }) : ok(clampToToday(request, today));
}

export const tooManyMovements = fail(
  "bad_input",
  {},
  {
    fields: {
      to: `There are more than ${formatCount(maxMovements)} transactions in these days. Choose fewer days.`,
    },
  },
);
