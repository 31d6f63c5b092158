const dayMs = 86_400_000;
/** Lagos is an hour ahead of UTC all year. */
const lagosOffsetMs = 3_600_000;

/** The same time of day, some working days later: Monday to Friday in Lagos; public holidays count. */
export function addWorkingDays(from: Date, days: number): Date {
  let at = from.getTime();
  for (let left = days; left > 0;) {
    at += dayMs;
    const weekday = new Date(at + lagosOffsetMs).getUTCDay();
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return new Date(at);
}
