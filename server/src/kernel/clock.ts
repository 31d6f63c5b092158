/** The process clock, for waits and timeouts. Expiry is decided by the database's `product_now()`. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
