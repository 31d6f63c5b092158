import type pg from "pg";
import type { Database } from "../../../database/database.ts";
import type { ConsentDeps } from "../../consent/index.ts";
import type { SandboxInbox } from "./sandbox-inbox.ts";

/** What test mode needs: its own database and keys, and the names of accounts in the live one. */
export type TestModeDeps = Pick<ConsentDeps, "db" | "keys" | "ids" | "events" | "publicUrl"> & {
  readonly live: Pick<Database, "transaction">;
  /** The owner of the test database, who may credit wallets. */
  readonly owner: pg.Pool;
  readonly inbox: SandboxInbox;
};
