import { formatCalendarMonth } from "@idanimo/contract/date-format";
import { type DayRange, validateDayRange, isDay } from "@idanimo/contract/statement-days";

/** The days of a statement. Every day is a day in Lagos, as `2026-11-21`. */

export type StatementMonth = DayRange & { readonly label: string };

const offeredMonths = 12;

/** The current month up to today and the eleven before it, newest first. */
export function recentMonths(today: string): readonly StatementMonth[] {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  return Array.from({ length: offeredMonths }, (_, back) => {
    const from = new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 10);
    const last = new Date(Date.UTC(year, month - back, 0)).toISOString().slice(0, 10);
    return {
      from,
      to: back === 0 ? today : last,
      label: formatCalendarMonth(from) + (back === 0 ? ", so far" : ""),
    };
  });
}

/** The errors of the chosen days, one sentence each; empty if they are valid. */
export function validateDays(days: DayRange, today: string): { readonly from?: string; readonly to?: string } {
  const missing = {
    ...(!isDay(days.from) && { from: "Choose the first day." }),
    ...(!isDay(days.to) && { to: "Choose the last day." }),
  };
  return Object.keys(missing).length > 0 ? missing : validateDayRange(days, today);
}
