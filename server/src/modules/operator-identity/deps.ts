import type { Database } from "../../database/database.ts";
import type { RateLimiter } from "../../http/rate-limits.ts";
import type { IdSource } from "../../kernel/ids.ts";
import type { Vault } from "../../kernel/vault.ts";
import type { openPasswordHasher } from "../accounts/index.ts";

/** Dependencies of the operators' sign-in. */
export type OperatorIdentityDeps = {
  /** With the console's own role. */
  readonly db: Database;
  readonly ids: IdSource;
  readonly vault: Vault;
  readonly limits: RateLimiter;
  readonly passwords: ReturnType<typeof openPasswordHasher>;
};
