import { reportVerifiableMonths } from "@idanimo/contract/downloads";
import { sql } from "kysely";
import type { Tx } from "../../database/database.ts";

/** Tables whose rows are deleted after a fixed time. `and` restricts which rows. */
export const rowRetentionRules = [
  {
    what: "first responses to requests with an idempotency key",
    table: "idempotency_keys",
    since: "started_at",
    lives: "48 hours",
  },
  { what: "ids of inbound text messages", table: "inbound_notices", since: "taken_at", lives: "7 days" },
  {
    what: "that a message was sent, without its text and addressee",
    table: "outbox_messages",
    since: "moved_at",
    lives: "12 months",
    and: "state <> 'waiting'",
  },
  {
    what: "codes of issued reports",
    table: "reports",
    since: "made_at",
    lives: `${reportVerifiableMonths} months`,
  },
  {
    what: "which requests concerned a phone or email address",
    table: "subject_index",
    since: "asked_at",
    lives: "12 months",
  },
  {
    what: "that an account asked about a value whose request is erased",
    table: "asked_values",
    since: "asked_at",
    lives: "24 hours",
  },
  {
    what: "that an account asked one question about a number",
    table: "answer_counters",
    since: "ends_at",
    lives: "0 hours",
  },
  {
    what: "which names an account compared with a number",
    table: "compared_names",
    since: "asked_at",
    lives: "24 hours",
  },
  { what: "visits to My data that have ended", table: "subject_sessions", since: "ends_at", lives: "0 hours" },
  { what: "codes that verify a phone or email address", table: "subject_codes", since: "ends_at", lives: "24 hours" },
] as const satisfies readonly {
  readonly what: string;
  readonly table: string;
  readonly since: string;
  readonly lives: string;
  readonly and?: string;
}[];

/** How long the link of a message opens its receipt: as long as the subject index has the request. */
export const messageLinkLifetime = "12 months";

/** Deletes expired rows and link hashes. Idempotent. */
export async function deleteExpiredRows(tx: Tx): Promise<void> {
  for (const row of rowRetentionRules) {
    const more = "and" in row ? sql.raw(` and ${row.and}`) : sql``;
    await sql`delete from ${sql.table(row.table)} where ${sql.ref(row.since)} < product_now() - ${row.lives}::interval${more}`.execute(
      tx,
    );
  }
  await sql`update consents set token_hash = null, mail_token_hash = null
    where asked_at < product_now() - ${messageLinkLifetime}::interval and (token_hash is not null or mail_token_hash is not null)`.execute(
    tx,
  );
}
