import type { Database, Tx } from "../../database/database.ts";
import type { KeyStore } from "../../database/key-store.ts";
import type { LiveHub } from "../../http/live-hub.ts";
import type { Limits } from "../../http/limits.ts";
import type { Events } from "../../kernel/events.ts";
import type { IdSource } from "../../kernel/ids.ts";
import type { Vault } from "../../kernel/vault.ts";
import type { Alarms } from "../audit/index.ts";
import type { LookUps } from "./look-up.ts";
import type { Weather } from "./source-weather.ts";

/** What the verification module is built from. */
export type VerificationDeps = {
  readonly db: Database;
  readonly keys: KeyStore;
  readonly vault: Vault;
  readonly ids: IdSource;
  readonly events: Events<Tx>;
  readonly limits: Limits;
  readonly alarms: Pick<Alarms, "raise">;
  readonly live: LiveHub;
  readonly publicUrl: string;
  /** How many requests a day one person is asked about, whoever asks. */
  readonly requestsADay: number;
  /** The search types that can be asked here, each with its way to its sources. */
  readonly lookUps: LookUps;
  readonly weather: Weather;
  /** Lines that a bulk file may have. */
  readonly bulkRecordsMost: number;
};
