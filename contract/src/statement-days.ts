/** Valid ranges of days for a statement. Every day is a day in Lagos, as `2026-11-21`. */

/** First and last day, both included. */
export type DayRange = { readonly from: string; readonly to: string };

/** The days of a leap year, so that any year fits. */
export const statementMaxDays = 366;

const dayMs = 86_400_000;

/** Whether a text is a day of the calendar; `2026-02-31` is not. */
export function isDay(text: string): boolean {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return false;
  const read = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(text);
}

/** The range without the days after today: a month that has not ended can be selected completely. */
export const clampToToday = ({ from, to }: DayRange, today: string): DayRange => ({
  from,
  to: to > today ? today : to,
});

/**
 * The problems of a range of days, as a message at the day to change; empty if a statement can be made.
 * @param range days that passed `isDay`; in this form they compare as texts
 */
export function validateDayRange(range: DayRange, today: string): { readonly from?: string; readonly to?: string } {
  const { from, to } = clampToToday(range, today);
  if (from > today) return { from: "This day is still to come." };
  if (to < from) return { to: "The last day is before the first." };
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  return days > statementMaxDays ? { from: `A statement covers at most ${statementMaxDays} days.` } : {};
}
