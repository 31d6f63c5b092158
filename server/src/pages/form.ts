/** What plain forms and addresses of our own pages say. What came is anybody's: each member may be missing, twice, or of another kind. */

export type Fields = Readonly<Record<string, unknown>>;

/** The members of a form or an address. */
export const fieldsOf = (said: unknown): Fields => (typeof said === "object" && said !== null ? { ...said } : {});

/** A member as text; one that is none, or came twice, is as if it did not come. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** A member that may come several times, as boxes do. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);
