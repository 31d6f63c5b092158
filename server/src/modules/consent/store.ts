import type { SearchType } from "@idanimo/contract/catalogue";
import type { ConsentEvent, ConsentState, PurposeCode } from "@idanimo/contract/consent";
import type { RetentionClass } from "@idanimo/contract/expiry";
import { partsOf, type RecordPart, recordPartsIn } from "@idanimo/contract/record-parts";
import type { UserType } from "@idanimo/contract/accounts";
import { sql } from "kysely";
import { productNow, type Tx } from "../../database/database.ts";
import { nextState } from "../../kernel/state-table.ts";
import { tokenHash } from "../../kernel/vault.ts";
import { consentTransitions } from "./states.ts";
import type { ContactKind } from "./subject-store.ts";

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
  readonly token_hash?: Buffer | null;
  readonly mail_token_hash?: Buffer | null;
  readonly code_hash?: Buffer;
  readonly text_version?: string;
  readonly asked_at?: Date;
  readonly deadline?: Date;
  readonly decided_at?: Date;
  readonly decided_by?: "sms" | "page";
  readonly gone_at?: Date | null;
  readonly withheld?: string[];
  readonly is_self?: boolean;
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
  const byThePerson = ["subject_granted", "subject_denied", "wrong_person"].includes(event);
  if (byThePerson) query = query.where("deadline", ">", productNow);
  // what is gone already stays as it went
  if (event === "subject_withdrew") query = query.where("gone_at", ">", productNow);
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
  /** The record's contact is the one of the asker's account. A phone there is not proved: words may not say who the asker is. */
  readonly isSelf: boolean;
  /** Parts of the record that the person left out of their yes. */
  readonly withheld: readonly RecordPart[];
  /** The database's time when this was read. */
  readonly now: Date;
  readonly asker: {
    readonly name: string;
    readonly userType: UserType;
    readonly since: Date;
    /** A business whose number and name the register knows. */
    readonly isVerified: boolean;
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
      "consents.is_self",
      "consents.withheld",
      "users.first_name",
      "users.last_name",
      "users.business_name",
      "users.user_type",
      "users.created_at as since",
      "users.verified_at",
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
  isSelf: row.is_self,
  withheld: recordPartsIn(row.withheld),
  now: row.now,
  asker: {
    name: row.business_name ?? `${row.first_name} ${row.last_name}`,
    userType: row.user_type,
    since: row.since,
    isVerified: row.verified_at !== null,
  },
});

export async function findConsent(tx: Tx, requestId: string): Promise<Consent | undefined> {
  const row = await base(tx).where("consents.request_id", "=", requestId).executeTakeFirst();
  return row && asConsent(row);
}

/** A consent found by a link of it, and over which contact the link went. */
export type Linked = Consent & { readonly over: ContactKind };

/** The consent whose link holds this token. */
export async function findByToken(tx: Tx, token: string): Promise<Linked | undefined> {
  const hash = tokenHash(token);
  const row = await base(tx)
    .select(sql<boolean>`coalesce(consents.mail_token_hash = ${hash}, false)`.as("by_mail"))
    .where(({ eb, or }) => or([eb("consents.token_hash", "=", hash), eb("consents.mail_token_hash", "=", hash)]))
    .executeTakeFirst();
  return row && { ...asConsent(row), over: row.by_mail ? "mail" : "phone" };
}

/** The account's own phone and mail address. */
export async function contactOfOwner(
  tx: Tx,
  ownerId: string,
): Promise<{ readonly phone: string | null; readonly mail: string | null }> {
  const row = await tx.selectFrom("users").select(["phone", "email"]).where("id", "=", ownerId).executeTakeFirst();
  return { phone: row?.phone ?? null, mail: row?.email ?? null };
}

/** Proof of what was asked or decided: the parts asked for are those of the search type. A job seals it into the audit's chain. */
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
    readonly searchType: SearchType;
    /** Parts of the record that are left out of a yes. */
    readonly withheld: readonly RecordPart[];
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
      parts: partsOf(made.searchType).map(({ part }) => part),
      withheld: [...made.withheld],
    })
    .execute();
}
