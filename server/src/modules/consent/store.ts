import type { SearchType } from "@idanimo/contract/catalogue";
import type { ConsentEvent, ConsentState, PurposeCode } from "@idanimo/contract/consent";
import type { RetentionClass } from "@idanimo/contract/expiry";
import type { UserType } from "@idanimo/contract/accounts";
import { sql } from "kysely";
import { productNow, type Tx } from "../../database/database.ts";
import { nextState } from "../../kernel/state-table.ts";
import { tokenHash } from "../../kernel/vault.ts";
import { consentTransitions } from "./states.ts";

/** Queries and rows of consents, nothing decided. */

export async function insertConsent(
  tx: Tx,
  made: {
    readonly requestId: string;
    readonly ownerId: string;
    readonly searchType: SearchType;
    readonly retention: RetentionClass;
    readonly purpose: PurposeCode;
    readonly noteSealed: Buffer | null;
  },
): Promise<void> {
  await tx
    .insertInto("consents")
    .values({
      request_id: made.requestId,
      owner_id: made.ownerId,
      search_type: made.searchType,
      retention_class: made.retention,
      purpose_code: made.purpose,
      note_sealed: made.noteSealed,
      state: "initiate",
      contact_sealed: null,
      phone_hash: null,
      token_hash: null,
      code_hash: null,
      text_version: null,
      asked_at: null,
      deadline: null,
      decided_at: null,
      decided_by: null,
      gone_at: null,
    })
    .execute();
}

/** The same consent for many requests of one kind and purpose. */
export async function insertConsents(
  tx: Tx,
  all: {
    readonly ownerId: string;
    readonly searchType: SearchType;
    readonly retention: RetentionClass;
    readonly purpose: PurposeCode;
  },
  made: readonly { readonly requestId: string; readonly noteSealed: Buffer | null }[],
): Promise<void> {
  const ids = made.map(({ requestId }) => requestId);
  const notes = made.map(({ noteSealed }) => noteSealed);
  await sql`insert into consents (request_id, owner_id, search_type, retention_class, purpose_code, note_sealed, state)
    select id, ${all.ownerId}, ${all.searchType}, ${all.retention}, ${all.purpose}, note, 'initiate'
    from unnest(${ids}::uuid[], ${notes}::bytea[]) as made (id, note)`.execute(tx);
}

/** What a move writes beside the state. */
export type MoveExtra = {
  readonly contact_sealed?: Buffer;
  readonly phone_hash?: Buffer | null;
  readonly token_hash?: Buffer;
  readonly code_hash?: Buffer;
  readonly text_version?: string;
  readonly asked_at?: Date;
  readonly deadline?: Date;
  readonly decided_at?: Date;
  readonly decided_by?: "sms" | "page";
  readonly gone_at?: Date | null;
};

/** Moves one consent, or returns undefined when the table refuses or another caller moved it first. */
export async function moveConsent(
  tx: Tx,
  requestId: string,
  from: ConsentState,
  event: ConsentEvent,
  extra: MoveExtra = {},
): Promise<ConsentState | undefined> {
  const to = nextState<ConsentState, ConsentEvent>(consentTransitions, from, event);
  if (!to) return undefined;
  let query = tx
    .updateTable("consents")
    .set({ state: to, ...extra })
    .where("request_id", "=", requestId)
    .where("state", "=", from);
  // a decision counts only inside its time, checked in the statement that writes it (T-34)
  if (event === "subject_granted" || event === "subject_denied") query = query.where("deadline", ">", productNow);
  if (event === "deadline_passed") query = query.where("deadline", "<=", productNow);
  const moved = await query.returning("request_id").executeTakeFirst();
  return moved && to;
}

export type Consent = {
  readonly requestId: string;
  readonly ownerId: string;
  readonly searchType: SearchType;
  readonly retention: RetentionClass;
  readonly purpose: PurposeCode;
  readonly noteSealed: Buffer | null;
  readonly contactSealed: Buffer | null;
  readonly state: ConsentState;
  readonly createdAt: Date;
  readonly deadline: Date | null;
  readonly goneAt: Date | null;
  /** The database's time when this was read. */
  readonly now: Date;
  readonly asker: {
    readonly name: string;
    readonly userType: UserType;
    readonly since: Date;
  };
};

const base = (tx: Tx) =>
  tx
    .selectFrom("consents")
    .innerJoin("users", "users.id", "consents.owner_id")
    .select([
      "consents.request_id",
      "consents.owner_id",
      "consents.search_type",
      "consents.retention_class",
      "consents.purpose_code",
      "consents.note_sealed",
      "consents.contact_sealed",
      "consents.state",
      "consents.created_at",
      "consents.deadline",
      "consents.gone_at",
      "users.first_name",
      "users.last_name",
      "users.business_name",
      "users.user_type",
      "users.created_at as since",
    ])
    .select(productNow.as("now"));

type Row = Awaited<ReturnType<ReturnType<typeof base>["execute"]>>[number];

const asConsent = (row: Row): Consent => ({
  requestId: row.request_id,
  ownerId: row.owner_id,
  searchType: row.search_type,
  retention: row.retention_class,
  purpose: row.purpose_code,
  noteSealed: row.note_sealed,
  contactSealed: row.contact_sealed,
  state: row.state,
  createdAt: row.created_at,
  deadline: row.deadline,
  goneAt: row.gone_at,
  now: row.now,
  asker: {
    name: row.business_name ?? `${row.first_name} ${row.last_name}`,
    userType: row.user_type,
    since: row.since,
  },
});

export async function findConsent(tx: Tx, requestId: string): Promise<Consent | undefined> {
  const row = await base(tx).where("consents.request_id", "=", requestId).executeTakeFirst();
  return row && asConsent(row);
}

/** The consent whose link holds this token. */
export async function findByToken(tx: Tx, token: string): Promise<Consent | undefined> {
  const row = await base(tx).where("consents.token_hash", "=", tokenHash(token)).executeTakeFirst();
  return row && asConsent(row);
}

/** Requests that wait for the owner of a phone number, oldest first. */
export async function pendingForPhone(tx: Tx, phoneHash: Buffer): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom("consents")
    .select("request_id")
    .where("phone_hash", "=", phoneHash)
    .where("state", "=", "pending")
    .orderBy("asked_at")
    .execute();
  return rows.map((row) => row.request_id);
}

/**
 * Finds the open question a reply's code belongs to. Where it belongs to none, every one of them loses a try; a right code costs
 * nobody one. The rows are locked before they are compared, so guesses that come together are counted one after the other.
 * @param guesses what the code's hash would be, per question
 * Source: T-41.
 */
export async function tryCode(tx: Tx, guesses: ReadonlyMap<string, Buffer>): Promise<string | undefined> {
  if (guesses.size === 0) return undefined;
  const open = await tx
    .selectFrom("consents")
    .select(["request_id", "code_hash"])
    .where("request_id", "in", [...guesses.keys()])
    .where("state", "=", "pending")
    .where("tries_left", ">", 0)
    .orderBy("request_id")
    .forUpdate()
    .execute();
  const meant = open.find((row) => row.code_hash !== null && guesses.get(row.request_id)?.equals(row.code_hash));
  if (meant || open.length === 0) return meant?.request_id;
  await tx
    .updateTable("consents")
    .set({ tries_left: sql<number>`tries_left - 1` })
    .where(
      "request_id",
      "in",
      open.map((row) => row.request_id),
    )
    .execute();
  return undefined;
}

/** Questions that nobody can answer, since every message that asked them failed. */
export async function unreachable(tx: Tx, most: number): Promise<readonly string[]> {
  const found = await sql<{ request_id: string }>`
    select c.request_id from consents c where c.state = 'pending'
      and exists (select from outbox_messages m where m.request_id = c.request_id and m.kind = 'consent_request')
      and not exists (select from outbox_messages m where m.request_id = c.request_id and m.kind = 'consent_request' and m.state <> 'failed')
    limit ${most}`.execute(tx);
  return found.rows.map((row) => row.request_id);
}

/** Questions whose time is over. */
export async function unanswered(tx: Tx, most: number): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom("consents")
    .select("request_id")
    .where("state", "=", "pending")
    .where("deadline", "<=", productNow)
    .orderBy("deadline")
    .limit(most)
    .execute();
  return rows.map((row) => row.request_id);
}

export async function insertEvidence(
  tx: Tx,
  made: {
    readonly id: string;
    readonly requestId: string;
    readonly ownerId: string;
    readonly event: string;
    readonly channel: "sms" | "mail" | "page" | null;
    readonly textVersion: string | null;
    readonly codeHash: Buffer | null;
  },
): Promise<void> {
  await tx
    .insertInto("consent_evidence")
    .values({
      id: made.id,
      request_id: made.requestId,
      owner_id: made.ownerId,
      event: made.event,
      channel: made.channel,
      text_version: made.textVersion,
      code_hash: made.codeHash,
    })
    .execute();
}

/** Takes a notice once; false when it was taken before. */
export async function takeNotice(tx: Tx, provider: string, noticeId: string): Promise<boolean> {
  const taken = await tx
    .insertInto("inbound_notices")
    .values({ provider, notice_id: noticeId })
    .onConflict((conflict) => conflict.doNothing())
    .returning("notice_id")
    .executeTakeFirst();
  return taken !== undefined;
}
