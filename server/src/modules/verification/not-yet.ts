/** Thrown to have the queue call again; not a fault. */
export class NotYet extends Error {}
