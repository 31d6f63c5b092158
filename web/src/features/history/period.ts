import { type Days, daysFaults, isDay } from "@idanimo/contract/statement-days";

/** The days of a statement. Every day is a day in Lagos, as `2026-11-21`. */

export type Month = Days & { readonly label: string };

/** Lagos keeps no summer time: it is always an hour ahead. */
const lagosAheadMs = 3_600_000;
const monthsOffered = 12;
const monthName = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });

/** The day it is in Lagos. */
export function lagosDay(now: Date): string {
  return new Date(now.getTime() + lagosAheadMs).toISOString().slice(0, 10);
}

/** This month up to today and the eleven before it, newest first. */
export function recentMonths(today: string): readonly Month[] {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  return Array.from({ length: monthsOffered }, (_, back) => {
    const first = new Date(Date.UTC(year, month - 1 - back, 1));
    const last = new Date(Date.UTC(year, month - back, 0)).toISOString().slice(0, 10);
    return {
      from: first.toISOString().slice(0, 10),
      to: back === 0 ? today : last,
      label: monthName.format(first) + (back === 0 ? ", so far" : ""),
    };
  });
}

/** What is wrong with days that were chosen, a sentence for each; nothing where they may be asked for. */
export function daysProblems(days: Days, today: string): { readonly from?: string; readonly to?: string } {
  const missing = {
    ...(!isDay(days.from) && { from: "Choose the first day." }),
    ...(!isDay(days.to) && { to: "Choose the last day." }),
  };
  return Object.keys(missing).length > 0 ? missing : daysFaults(days, today);
}
