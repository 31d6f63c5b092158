/** The tables as the program sees them, one type per table. After a migration: `npm run generate-types`. */
export type { DB as Schema } from "./tables.ts";
