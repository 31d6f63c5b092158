import type { UserType } from "@idanimo/contract/accounts";
import type { SearchType } from "@idanimo/contract/catalogue";
import type { ConsentState, PurposeCode } from "@idanimo/contract/consent";
import { type DisclosureRule, selectRecordParts } from "@idanimo/contract/record-parts";
import { sql } from "kysely";
import type { Tx } from "../../database/database.ts";
import { requestersView } from "../accounts/index.ts";
import { type RequestActivity, requestActivity, requestHistory } from "../audit/index.ts";
import { type DecisionColumns, type DecisionFacts, toDecisionFacts } from "./evidence-store.ts";
import { requestSummaries } from "./request-summaries.ts";
import { hashesOfContact, type VerifiedContact } from "./subject-store.ts";

/** Queries and rows of the requests about a subject's contacts. */

type RequestRow = RequestActivity & {
  readonly request_id: string;
  readonly indexed_at: Date;
  readonly owner_id: string;
  readonly search_type: SearchType;
  readonly purpose_code: PurposeCode;
  readonly note_sealed: Buffer | null;
  readonly expected_name_sealed: Buffer | null;
  readonly question_sealed: Buffer | null;
  readonly state: ConsentState;
  readonly asked_at: Date | null;
  readonly deadline: Date | null;
  readonly decided_at: Date | null;
  readonly decided_by: "sms" | "page" | null;
  readonly expires_at: Date | null;
  /** The evidence of the decision, if there was one. */
  readonly decision: DecisionColumns | null;
  readonly parts_required: readonly string[];
  readonly parts_offered: readonly string[];
  readonly is_self: boolean;
  readonly purged_at: Date | null;
  readonly name: string;
  readonly user_type: UserType;
  readonly verified_at: Date | null;
  readonly is_blocked: boolean;
  readonly now: Date;
};

/** One request about a subject. */
export type SubjectRequest = {
  readonly id: string;
  readonly requester: {
    readonly id: string;
    readonly name: string;
    readonly userType: UserType;
    readonly isVerified: boolean;
    /** The subject blocked this requester. */
    readonly isBlocked: boolean;
  };
  readonly searchType: SearchType;
  readonly purpose: PurposeCode;
  /** The requester's note, sealed with the request's key. */
  readonly noteSealed: Buffer | null;
  readonly expectedNameSealed: Buffer | null;
  /** What was typed for the one question of a check, sealed with the request's key. */
  readonly questionSealed: Buffer | null;
  /** When we received the request. */
  readonly receivedAt: Date;
  readonly state: ConsentState;
  /** When the first message was sent. */
  readonly askedAt: Date | null;
  readonly deadline: Date | null;
  readonly decidedAt: Date | null;
  readonly decidedBy: "sms" | "page" | null;
  readonly goneAt: Date | null;
  readonly unreachedAt: Date | null;
  readonly leftAt: Date | null;
  readonly cancelledAt: Date | null;
  /** How the subject decided; undefined before a decision. */
  readonly decision: DecisionFacts | undefined;
  /** What a grant shows, and what the subject may add to it. */
  readonly disclosure: DisclosureRule;
  readonly isSelf: boolean;
  readonly purgedAt: Date | null;
  /** How often the record was viewed, and when last. */
  readonly opened: { readonly times: number; readonly last: Date | null };
  /** How often a PDF of it was downloaded, and when last. */
  readonly saved: { readonly times: number; readonly last: Date | null };
  readonly now: Date;
};

const toSubjectRequest = (row: RequestRow): SubjectRequest => ({
  id: row.request_id,
  requester: {
    id: row.owner_id,
    name: row.name,
    userType: row.user_type,
    isVerified: row.verified_at !== null,
    isBlocked: row.is_blocked,
  },
  searchType: row.search_type,
  purpose: row.purpose_code,
  noteSealed: row.note_sealed,
  expectedNameSealed: row.expected_name_sealed,
  questionSealed: row.question_sealed,
  receivedAt: row.indexed_at,
  state: row.state,
  askedAt: row.asked_at,
  deadline: row.deadline,
  decidedAt: row.decided_at,
  decidedBy: row.decided_by,
  goneAt: row.expires_at,
  unreachedAt: row.unreached_at,
  leftAt: row.left_at,
  cancelledAt: row.cancelled_at,
  decision: row.decision ? toDecisionFacts(row.decision) : undefined,
  disclosure: {
    required: selectRecordParts(row.parts_required),
    optional: selectRecordParts(row.parts_offered),
  },
  isSelf: row.is_self,
  purgedAt: row.purged_at,
  opened: { times: row.looks, last: row.last_look },
  saved: { times: row.papers, last: row.last_paper },
  now: row.now,
});

const isLive = sql<boolean>`((c.state = 'granted' and c.expires_at > product_now()) or (c.state = 'pending' and c.deadline > product_now()))`;

export type RequestFilter = "live" | "over" | "all";

/**
 * Finds requests about a subject's contacts, newest first.
 * @param part  pending and currently granted requests, all others, or both
 * @param after id of the last request of the previous page; an id of another subject starts at the newest
 */
export async function findSubjectRequests(
  tx: Tx,
  proven: VerifiedContact,
  part: RequestFilter,
  most: number,
  after?: string,
): Promise<readonly SubjectRequest[]> {
  const hashes = hashesOfContact(proven);
  const which = part === "all" ? sql`true` : part === "live" ? isLive : sql`not ${isLive}`;
  const further =
    after === undefined
      ? sql``
      : sql`and coalesce((m.at, m.request_id) < (select l.at, l.request_id from mine l where l.request_id = ${after}::uuid), true)`;
  const found = await sql<RequestRow>`
    with mine as materialized (
      select request_id, max(asked_at) as at from subject_index where contact_hash = any (${hashes}::bytea[]) group by request_id),
    page as materialized (
      select m.at, c.request_id, c.owner_id, c.search_type, c.purpose_code, c.note_sealed, c.expected_name_sealed, c.question_sealed, c.state, c.asked_at, c.deadline, c.decided_at,
        c.decided_by, c.expires_at, c.is_self, c.parts_required, c.parts_offered
      from mine m join consents c on c.request_id = m.request_id where ${which} ${further}
      order by m.at desc, m.request_id desc limit ${most})
    select p.request_id, p.at as indexed_at, p.owner_id, p.search_type, p.purpose_code, p.note_sealed, p.expected_name_sealed, p.question_sealed, p.state, p.asked_at, p.deadline,
      p.decided_at, p.decided_by, p.expires_at, p.is_self, p.parts_required, p.parts_offered, r.purged_at,
      coalesce(u.business_name, u.name) as name, u.user_type, u.verified_at,
      d.decision, l.looks, l.last_look, l.papers, l.last_paper, l.unreached_at, l.left_at, l.cancelled_at, product_now() as now,
      exists (select from subject_blocks b where b.contact_hash = any (${hashes}::bytea[]) and b.owner_id = p.owner_id) as is_blocked
    from page p
    join ${requestSummaries} r on r.id = p.request_id
    join ${requestersView} u on u.id = p.owner_id
    left join lateral (
      select to_jsonb(e) as decision from (
        select channel, text_version, language, parts_offered, parts_chosen, rule_version from consent_evidence
        where request_id = p.request_id and event in ('granted', 'denied') order by at, id limit 1) e) d on true
    cross join lateral ${requestActivity(sql`p.request_id`)} l
    order by p.at desc, p.request_id desc`.execute(tx);
  return found.rows.map(toSubjectRequest);
}

/**
 * Finds the requester of one of the subject's requests; undefined if it is another subject's, or does not exist.
 */
export async function findRequesterId(tx: Tx, proven: VerifiedContact, requestId: string): Promise<string | undefined> {
  const found = await sql<{ owner_id: string }>`
    select c.owner_id from consents c where c.request_id = ${requestId}::uuid and exists (
      select from subject_index x where x.request_id = c.request_id and x.contact_hash = any (${hashesOfContact(proven)}::bytea[]))`.execute(
    tx,
  );
  return found.rows[0]?.owner_id;
}

/** Finds the subject's pending or currently granted requests, of one requester or of all. */
export async function findRequestIdsInState(
  tx: Tx,
  proven: VerifiedContact,
  state: "pending" | "granted",
  ownerId: string | null,
): Promise<readonly string[]> {
  const stands = state === "granted" ? sql`and c.expires_at > product_now()` : sql``;
  const found = await sql<{ id: string }>`
    select c.request_id as id from consents c where c.state = ${state} ${stands} ${ownerId === null ? sql`` : sql`and c.owner_id = ${ownerId}`}
      and c.request_id in (select request_id from subject_index where contact_hash = any (${hashesOfContact(proven)}::bytea[]))`.execute(
    tx,
  );
  return found.rows.map((row) => row.id);
}

/** An event of a request, from the evidence and the audit log. Contains no value of the record. */
export type RequestEvent = {
  readonly requestId: string;
  readonly at: Date;
  readonly what: string;
  readonly way: string | null;
  /** Language and version of the copy, and the parts; undefined for an event without evidence. */
  readonly evidence: DecisionColumns | undefined;
};

export async function findRequestEvents(tx: Tx, requestIds: readonly string[]): Promise<readonly RequestEvent[]> {
  const ids = [...requestIds];
  const found = await sql<{ request_id: string; at: Date; what: string; evidence: DecisionColumns | null }>`
    select request_id, at, event as what, jsonb_build_object('channel', channel, 'text_version', text_version, 'language', language,
        'parts_offered', parts_offered, 'parts_chosen', parts_chosen, 'rule_version', rule_version) as evidence
      from consent_evidence where request_id = any (${ids}::uuid[])
    union all
    select request_id, at, what, null from ${requestHistory(ids)} h
    order by at`.execute(tx);
  return found.rows.map((row) => ({
    requestId: row.request_id,
    at: row.at,
    what: row.what,
    way: row.evidence?.channel ?? null,
    evidence: row.evidence ?? undefined,
  }));
}

/** When the record of a request was deleted; null if it was not. */
export async function findPurgeTime(tx: Tx, requestId: string): Promise<Date | null> {
  const row = await tx
    .selectFrom(requestSummaries.as("summary"))
    .select("summary.purged_at")
    .where("summary.id", "=", requestId)
    .executeTakeFirst();
  return row?.purged_at ?? null;
}

/** SQL: how many other requests of a requester were denied, up to a maximum. */
export const countDeniedRequests = (ownerId: string, exceptId: string, most: number) => sql<number>`(
  select count(*)::int from (
    select from consents where owner_id = ${ownerId} and state = 'denied' and request_id <> ${exceptId} limit ${most}) d)`;
