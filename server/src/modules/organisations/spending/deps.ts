import type { Database, Tx } from "../../../database/database.ts";
import type { IdSource } from "../../../kernel/ids.ts";

/** Dependencies of caps and approval rules. */
export type SpendingDeps = {
  readonly db: Database;
  readonly ids: IdSource;
  /** Names of people by their ids; accounts are a later module. */
  readonly findNames: (tx: Tx, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
};
