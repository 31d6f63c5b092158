import type { Database } from "../../../database/database.ts";
import type { IdSource } from "../../../kernel/ids.ts";
import type { People } from "../deps.ts";

/** Dependencies of caps and approval rules. */
export type SpendingDeps = {
  readonly db: Database;
  readonly ids: IdSource;
  readonly people: Pick<People, "find">;
};
