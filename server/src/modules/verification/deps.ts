import type { Database, Tx } from "../../database/database.ts";
import type { KeyStore } from "../../database/key-store.ts";
import type { LiveHub } from "../../http/live-hub.ts";
import type { RateLimiter } from "../../http/rate-limits.ts";
import type { Events } from "../../kernel/events.ts";
import type { IdSource } from "../../kernel/ids.ts";
import type { Vault } from "../../kernel/vault.ts";
import type { Alarms } from "../audit/index.ts";
import type { LookupPlans } from "./lookup-plan.ts";
import type { ProviderHealthMonitor } from "./provider-health.ts";
import type { SubjectLimits } from "./subject-limits.ts";

/** Dependencies of the verification module. */
export type VerificationDeps = {
  readonly db: Database;
  readonly keys: KeyStore;
  readonly vault: Vault;
  readonly ids: IdSource;
  readonly events: Events<Tx>;
  readonly limits: RateLimiter;
  readonly alarms: Pick<Alarms, "raise">;
  readonly live: LiveHub;
  readonly publicUrl: string;
  /** Requests per day about one subject, by all accounts together. */
  readonly requestsADay: number;
  readonly subjectLimits: SubjectLimits;
  /** Lookup plans of the search types offered on this installation. */
  readonly lookupPlans: LookupPlans;
  readonly providerHealth: ProviderHealthMonitor;
  /** Shows a vehicle's owner without consent. */
  readonly isPlateOwnerShown: boolean;
  /** Maximum lines of a bulk file. */
  readonly maxBulkRecords: number;
};
