const moment = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "short", timeZone: "Africa/Lagos" });
const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "Africa/Lagos" });

/** `November 21, 2026 at 10:42 AM`, as clocks in Nigeria show it. Source: CONST-17. */
export const longMoment = (at: Date): string => moment.format(at);

/** `November 21, 2026`. */
export const longDayInLagos = (at: Date): string => day.format(at);

const isoDay = new Intl.DateTimeFormat("en-CA", { dateStyle: "short", timeZone: "Africa/Lagos" });

/** `2026-11-21`: which day it is in Lagos. */
export const isoDayInLagos = (at: Date): string => isoDay.format(at);
