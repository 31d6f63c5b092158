import type { Mode } from "@idanimo/contract/developers/mode";
import type { Database, Tx } from "../../../database/database.ts";
import type { KeyStore } from "../../../database/key-store.ts";
import type { Events } from "../../../kernel/events.ts";
import type { IdSource } from "../../../kernel/ids.ts";
import type { HttpClient } from "../../../providers/http-client.ts";
import type { People } from "../../organisations/index.ts";

export type WebhookDeps = {
  readonly db: Database;
  readonly keys: KeyStore;
  readonly ids: IdSource;
  readonly events: Events<Tx>;
  readonly people: Pick<People, "find">;
  /** Sends to addresses that customers name, and to no address that is not public [DP-06]. */
  readonly client: HttpClient;
  /** Whether endpoints on this machine are accepted: in a demonstration. */
  readonly isLoopbackAllowed: boolean;
  readonly mode: Mode;
  /** The product's own URL without a trailing slash, for links in emails. */
  readonly publicUrl: string;
};
