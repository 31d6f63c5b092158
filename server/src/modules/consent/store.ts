import { type SearchType, isHolderCheck } from "@idanimo/contract/catalogue";
import type { ConsentEvent, ConsentState, PurposeCode } from "@idanimo/contract/consent";
import type { RetentionClass } from "@idanimo/contract/request-status";
import {
  type DisclosureRule,
  disclosureRuleVersion,
  type RecordPart,
  selectRecordParts,
} from "@idanimo/contract/record-parts";
import type { UserType } from "@idanimo/contract/accounts";
import { sql } from "kysely";
import { productNow, type Tx } from "../../database/database.ts";
import { nextState } from "../../kernel/state-table.ts";
import { tokenHash } from "../../kernel/vault.ts";
import { requestersView } from "../accounts/index.ts";
import { requestSummaries } from "./request-summaries.ts";
import { consentTransitions } from "./states.ts";
import type { ContactKind } from "./subject-store.ts";

/** Queries and rows of consents. */

export async function insertConsent(
  tx: Tx,
  made: {
    readonly requestId: string;
    readonly ownerId: string;
    readonly searchType: SearchType;
    readonly retention: RetentionClass;
    readonly purpose: PurposeCode;
    /** What the purpose can show; fixed here, whatever the rules say later [CL-13]. */
    readonly disclosure: DisclosureRule;
    readonly noteSealed: Buffer | null;
    /** What was typed for the one question of a check, sealed; null for a record. */
    readonly questionSealed: Buffer | null;
    readonly expectedNameSealed: Buffer | null;
    /** When the result ends that the request depends on; it then ends too. */
    readonly endsBy?: Date;
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
      question_sealed: made.questionSealed,
      expected_name_sealed: made.expectedNameSealed,
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
      expires_at: null,
      parts_required: [...made.disclosure.required],
      parts_offered: [...made.disclosure.optional],
      rule_version: disclosureRuleVersion,
      ends_by: made.endsBy ?? null,
    })
    .execute();
}

/** Inserts consents for many requests of one search type and purpose. */
export async function insertConsents(
  tx: Tx,
  all: {
    readonly ownerId: string;
    readonly searchType: SearchType;
    readonly retention: RetentionClass;
    readonly purpose: PurposeCode;
    readonly disclosure: DisclosureRule;
  },
  made: readonly { readonly requestId: string; readonly noteSealed: Buffer | null }[],
): Promise<void> {
  const ids = made.map(({ requestId }) => requestId);
  const notes = made.map(({ noteSealed }) => noteSealed);
  const { required, optional } = all.disclosure;
  await sql`insert into consents (request_id, owner_id, search_type, retention_class, purpose_code, note_sealed, state,
      parts_required, parts_offered, rule_version)
    select id, ${all.ownerId}, ${all.searchType}, ${all.retention}, ${all.purpose}, note, 'initiate',
      ${[...required]}::text[], ${[...optional]}::text[], ${disclosureRuleVersion}
    from unnest(${ids}::uuid[], ${notes}::bytea[]) as made (id, note)`.execute(tx);
}

/** Deletes the consent of a request whose subject is not asked. */
export async function deleteUnaskedConsent(tx: Tx, requestId: string): Promise<void> {
  await sql`select delete_unasked_consent(${requestId})`.execute(tx);
}

/** The columns that a transition writes besides the state. */
export type TransitionFields = {
  readonly decided_at?: Date;
  readonly decided_by?: "sms" | "page";
  readonly expires_at?: Date | null;
  readonly parts_granted?: string[];
};

/** Moves one consent to its next state; undefined if the transition is not allowed or another caller was first. */
export async function transitionConsent(
  tx: Tx,
  requestId: string,
  from: ConsentState,
  event: ConsentEvent,
  extra: TransitionFields = {},
): Promise<ConsentState | undefined> {
  const to = nextState<ConsentState, ConsentEvent>(consentTransitions, from, event);
  if (!to) return undefined;
  let query = tx
    .updateTable("consents")
    .set({ state: to, ...extra })
    .where("request_id", "=", requestId)
    .where("state", "=", from);
  // a decision counts only before the deadline, checked in the statement that writes it [T-34]
  const isSubjectDecision = ["subject_granted", "subject_denied", "wrong_person"].includes(event);
  if (isSubjectDecision) query = query.where("deadline", ">", productNow);
  // access that has already ended keeps its end time
  if (event === "subject_withdrew") query = query.where("expires_at", ">", productNow);
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
  /** What was typed for the one question of a check; null for a record. */
  readonly questionSealed: Buffer | null;
  readonly expectedNameSealed: Buffer | null;
  readonly contactSealed: Buffer | null;
  readonly state: ConsentState;
  readonly createdAt: Date;
  readonly deadline: Date | null;
  readonly goneAt: Date | null;
  /** When the result ends that this request depends on; null if there is none. */
  readonly endsBy: Date | null;
  /** The masked registration number of the vehicle whose owner is asked; null for other requests. */
  readonly vehicle: string | null;
  /** The record's contact is one that the requester's account confirmed by a code or link. */
  readonly isSelf: boolean;
  /** What a grant shows, and what the subject may add to it. */
  readonly disclosure: DisclosureRule;
  /** The parts that the subject granted; none before a grant. */
  readonly granted: readonly RecordPart[];
  readonly ruleVersion: string | null;
  /** The credit bureaus that the request asks; empty for a record without credit. */
  readonly bureaus: readonly string[];
  /** How many wrong codes still count before a reply by SMS cannot grant any more. */
  readonly codeAttemptsLeft: number;
  /** The database's time of this read. */
  readonly now: Date;
  readonly requester: {
    readonly name: string;
    readonly userType: UserType;
    readonly since: Date;
    /** A business whose number and name are in the company register. */
    readonly isVerified: boolean;
  };
};

const consentQuery = (tx: Tx) =>
  tx
    .selectFrom("consents")
    .innerJoin(requestersView.as("requester"), "requester.id", "consents.owner_id")
    .innerJoin(requestSummaries.as("summary"), "summary.id", "consents.request_id")
    .select([
      "consents.request_id",
      "consents.owner_id",
      "consents.search_type",
      "consents.retention_class",
      "consents.purpose_code",
      "consents.note_sealed",
      "consents.question_sealed",
      "consents.expected_name_sealed",
      "consents.contact_sealed",
      "consents.state",
      "consents.created_at",
      "consents.deadline",
      "consents.expires_at",
      "consents.ends_by",
      "consents.is_self",
      "consents.parts_required",
      "consents.parts_offered",
      "consents.parts_granted",
      "consents.rule_version",
      "consents.attempts_left",
      "requester.name",
      "requester.business_name",
      "requester.user_type",
      "requester.since",
      "requester.verified_at",
      "summary.options",
      "summary.value_masked",
    ])
    .select(productNow.as("now"));

type ConsentRow = Awaited<ReturnType<ReturnType<typeof consentQuery>["execute"]>>[number];

const toConsent = (row: ConsentRow): Consent => ({
  requestId: row.request_id,
  ownerId: row.owner_id,
  searchType: row.search_type,
  retention: row.retention_class,
  purpose: row.purpose_code,
  noteSealed: row.note_sealed,
  questionSealed: row.question_sealed,
  expectedNameSealed: row.expected_name_sealed,
  contactSealed: row.contact_sealed,
  state: row.state,
  createdAt: row.created_at,
  deadline: row.deadline,
  goneAt: row.expires_at,
  endsBy: row.ends_by,
  vehicle: isHolderCheck(row.search_type) ? row.value_masked : null,
  isSelf: row.is_self,
  disclosure: {
    required: selectRecordParts(row.parts_required),
    optional: selectRecordParts(row.parts_offered),
  },
  granted: selectRecordParts(row.parts_granted),
  ruleVersion: row.rule_version,
  bureaus: row.parts_required.includes("credit") ? row.options : [],
  codeAttemptsLeft: row.attempts_left,
  now: row.now,
  requester: {
    name: row.business_name ?? row.name,
    userType: row.user_type,
    since: row.since,
    isVerified: row.verified_at !== null,
  },
});

export async function findConsent(tx: Tx, requestId: string): Promise<Consent | undefined> {
  return (await findConsents(tx, [requestId])).get(requestId);
}

export async function findConsents(tx: Tx, requestIds: readonly string[]): Promise<ReadonlyMap<string, Consent>> {
  const rows = await consentQuery(tx)
    .where(sql<boolean>`consents.request_id = any (${[...requestIds]}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.request_id, toConsent(row)]));
}

/** The consents among these that are pending before their deadline, or granted and not expired. */
export async function findOpenConsents(
  tx: Tx,
  requestIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly searchType: SearchType; readonly isGranted: boolean }>> {
  const rows = await tx
    .selectFrom("consents")
    .select(["request_id", "search_type", "state"])
    .where(
      sql<boolean>`request_id = any (${[...requestIds]}::uuid[]) and ((state = 'pending' and deadline > product_now())
        or (state = 'granted' and expires_at > product_now()))`,
    )
    .execute();
  return new Map(
    rows.map((row) => [row.request_id, { searchType: row.search_type, isGranted: row.state === "granted" }]),
  );
}

/** A consent found by its link, with the contact that the link went to. */
export type LinkedConsent = Consent & { readonly over: ContactKind };

export async function findConsentByToken(tx: Tx, token: string): Promise<LinkedConsent | undefined> {
  const hash = tokenHash(token);
  const row = await consentQuery(tx)
    .select(sql<boolean>`coalesce(consents.mail_token_hash = ${hash}, false)`.as("by_mail"))
    .where(({ eb, or }) => or([eb("consents.token_hash", "=", hash), eb("consents.mail_token_hash", "=", hash)]))
    .executeTakeFirst();
  return row && { ...toConsent(row), over: row.by_mail ? "mail" : "phone" };
}

/** What a consent stores when its first message is queued. */
export type SentConsentRequest = {
  readonly requestId: string;
  readonly contactSealed: Buffer;
  readonly phoneHash: Buffer | null;
  readonly tokenHash: Buffer | null;
  readonly mailTokenHash: Buffer | null;
  readonly codeHash: Buffer;
  readonly isSelf: boolean;
  readonly disclosure: DisclosureRule;
  readonly askedAt: Date;
  readonly deadline: Date;
  /** When the next attempt is due, if there is one. */
  readonly nextStepAt: Date | null;
};

/** Moves consents to pending after their first message. @returns the requests that were still in `initiate` */
export async function markRequestsSent(
  tx: Tx,
  textVersion: string,
  all: readonly SentConsentRequest[],
): Promise<ReadonlySet<string>> {
  const to = nextState<ConsentState, ConsentEvent>(consentTransitions, "initiate", "request_sent");
  if (!to || all.length === 0) return new Set();
  const of = <Value>(value: (one: SentConsentRequest) => Value) => all.map(value);
  const moved = await sql<{ id: string }>`
    update consents c set state = ${to}, contact_sealed = s.contact, phone_hash = s.phone, token_hash = s.token, mail_token_hash = s.mail_token,
      code_hash = s.code, is_self = s.is_self, asked_at = s.asked_at, deadline = s.deadline, next_step_at = s.next_step_at, steps = 1,
      text_version = ${textVersion}, parts_required = string_to_array(s.required, ' '), parts_offered = string_to_array(s.optional, ' ')
    from unnest(${of((one) => one.requestId)}::uuid[], ${of((one) => one.contactSealed)}::bytea[], ${of((one) => one.phoneHash)}::bytea[],
      ${of((one) => one.tokenHash)}::bytea[], ${of((one) => one.mailTokenHash)}::bytea[], ${of((one) => one.codeHash)}::bytea[],
      ${of((one) => one.isSelf)}::boolean[], ${of((one) => one.askedAt)}::timestamptz[], ${of((one) => one.deadline)}::timestamptz[],
      ${of((one) => one.nextStepAt)}::timestamptz[], ${of((one) => one.disclosure.required.join(" "))}::text[],
      ${of((one) => one.disclosure.optional.join(" "))}::text[])
      as s (id, contact, phone, token, mail_token, code, is_self, asked_at, deadline, next_step_at, required, optional)
    where c.request_id = s.id and c.state = 'initiate' returning c.request_id as id`.execute(tx);
  return new Set(moved.rows.map(({ id }) => id));
}
