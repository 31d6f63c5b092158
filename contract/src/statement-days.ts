/** Valid ranges of days for a statement. Every day is a day in Lagos, as `2026-11-21`. */

/** First and last day, both included. */
export type DayRange = { readonly from: string; readonly to: string };

/** A leap year. */
export const statementMaxDays = 366;

const dayMs = 86_400_000;

/** Whether a text is a day of the calendar; `2026-02-31` is not. */
export function isDay(text: string): boolean {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return false;
  const read = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(text);
}

/** The same range up to today, so that the current month can be selected completely. */
export const clampToToday = ({ from, to }: DayRange, today: string): DayRange => ({
  from,
  to: to > today ? today : to,
});

/** The problems of a range of days, as a message at the day to change; empty if a statement can be made. */
export function validateDayRange(asked: DayRange, today: string): { readonly from?: string; readonly to?: string } {
  const { from, to } = clampToToday(asked, today);
  if (from > today) return { from: "This day is still to come." };
  if (to < from) return { to: "The last day is before the first." };
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  return days > statementMaxDays ? { from: `A statement holds at most ${statementMaxDays} days.` } : {};
}
