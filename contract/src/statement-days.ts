/** Which days a statement may be about. Every day is a day in Lagos, as `2026-11-21`. */

/** First and last day, both included. */
export type DayRange = { readonly from: string; readonly to: string };

/** A leap year. */
export const statementMaxDays = 366;

const dayMs = 86_400_000;

/** Whether a text is a day that is in the calendar: `2026-02-31` is none. */
export function isDay(text: string): boolean {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return false;
  const read = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(text);
}

/** The same days up to today, so that a month that has not ended can be asked for whole. */
export const clampToToday = ({ from, to }: DayRange, today: string): DayRange => ({
  from,
  to: to > today ? today : to,
});

/** What is wrong with two days of the calendar, a sentence at the one to change; nothing where a statement can be made. */
export function validateDayRange(asked: DayRange, today: string): { readonly from?: string; readonly to?: string } {
  const { from, to } = clampToToday(asked, today);
  if (from > today) return { from: "This day is still to come." };
  if (to < from) return { to: "The last day is before the first." };
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  return days > statementMaxDays ? { from: `A statement holds at most ${statementMaxDays} days.` } : {};
}
