/** The program's own clock. What expires is decided by the database's `product_now()`; this one serves waits and time-outs. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
