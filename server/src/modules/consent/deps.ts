import type { Answer, NamePart } from "@idanimo/contract/answers";
import type { Database, Tx } from "../../database/database.ts";
import type { KeyStore } from "../../database/key-store.ts";
import type { RateLimiter } from "../../http/rate-limits.ts";
import type { Events } from "../../kernel/events.ts";
import type { IdSource } from "../../kernel/ids.ts";
import type { Vault } from "../../kernel/vault.ts";
import type { Sms } from "../../providers/sms/port.ts";

/** The answer to a check's question as its subject may see it. */
/** Who of an organisation opened a record, without names [TM-10]. */
export type RecordViews = {
  /** The last time of each member, newest first. */
  readonly staff: readonly Date[];
  /** By API keys; `last` is null if none did. */
  readonly system: { readonly times: number; readonly last: Date | null };
};

export type SubjectAnswer = { readonly answer: Answer; readonly differing: readonly NamePart[] };

export type ConsentDeps = {
  readonly db: Database;
  readonly keys: KeyStore;
  readonly vault: Vault;
  readonly ids: IdSource;
  readonly events: Events<Tx>;
  readonly limits: RateLimiter;
  readonly sms: Sms;
  readonly publicUrl: string;
  readonly brandName: string;
  /** How many requests a day one subject receives at most, across all requesters. */
  readonly requestsADay: number;
  /** Reads answers that their subjects may see: before the decision, and while consent is granted. */
  readonly readAnswers: (requestIds: readonly string[]) => Promise<ReadonlyMap<string, SubjectAnswer>>;
  /** Who of an organisation opened records, by request. */
  readonly readRecordViews: (requestIds: readonly string[]) => Promise<ReadonlyMap<string, RecordViews>>;
};
