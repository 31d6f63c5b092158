/** The tables as the program sees them, one type per table, generated from the migrations. */
export type { DB as Schema } from "./tables.ts";
