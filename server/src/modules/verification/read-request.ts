import { type Actor, can, mayKeyOpen, scopeOf } from "../../http/call.ts";
import { catalogueRowOf, type SearchType } from "@idanimo/contract/catalogue";
import type { ConsentState, PurposeCode } from "@idanimo/contract/consent";
import type { ExpectedName, NameMatch } from "@idanimo/contract/expected-name";
import { isExpired, isResultAvailable, type RequestStatus } from "@idanimo/contract/request-status";
import { questionText, questionValuesOf } from "@idanimo/contract/questions";
import { type RecordPart, withheldParts } from "@idanimo/contract/record-parts";
import type { ItemState, Outcome } from "@idanimo/contract/verification-states";
import { sql } from "kysely";
import type { Tx } from "../../database/database.ts";
import { requestersView } from "../accounts/index.ts";
import { casesView, writeAudit } from "../audit/index.ts";
import { consentsView, openExpectedName, openNote } from "../consent/index.ts";
import { findMessagesByRequest, type RequestMessage } from "../notifications/index.ts";
import { itemsView, labelsView, openLabel, purchasesView } from "../purchases/index.ts";
import { findVisibleResult, keyIdsOf, openRecord, recordViews, type SourceRecord } from "../results/index.ts";
import { guardianResponseDays, guardianCaseKind } from "./guardian-cases.ts";
import type { VerificationDeps } from "./deps.ts";
import { matchName } from "./name-match.ts";
import type { SearchValues } from "./rules.ts";
import { openSearchValues } from "./search-values.ts";
import { requestStatusOf } from "./request-status.ts";

type RequestRow = {
  readonly id: string;
  readonly search_type: SearchType;
  readonly created_at: Date;
  readonly state: ItemState;
  readonly outcome: Outcome | null;
  readonly consent: ConsentState | null;
  readonly deadline: Date | null;
  readonly asked_at: Date | null;
  readonly reminded_at: Date | null;
  readonly decided_at: Date | null;
  readonly decided_by: "sms" | "page" | null;
  readonly purpose_code: PurposeCode | null;
  readonly requester: string;
  readonly note_sealed: Buffer | null;
  readonly expected_name_sealed: Buffer | null;
  readonly consent_expires_at: Date | null;
  readonly result_expires_at: Date | null;
  readonly value_masked: string;
  readonly search_sealed: Buffer | null;
  readonly label_sealed: Buffer | null;
  readonly options: readonly string[];
  readonly granted: readonly string[] | null;
  readonly guardian_case: string | null;
  readonly guardian_due: Date | null;
  readonly made_by_user_id: string | null;
  readonly made_by_key: boolean;
  readonly now: Date;
};

async function findRequestRow(tx: Tx, ownerId: string, id: string): Promise<RequestRow | undefined> {
  const found = await sql<RequestRow>`
    select i.id, i.search_type, i.created_at, i.made_by_user_id, p.made_by_key_id is not null as made_by_key, i.state, i.outcome, c.state as consent, c.deadline, c.asked_at, c.reminded_at, c.decided_at, c.decided_by, c.purpose_code, c.note_sealed, c.expected_name_sealed, c.parts_granted as granted, g.id as guardian_case, g.due as guardian_due,
           coalesce(u.business_name, u.name) as requester,
           c.expires_at as consent_expires_at, case when c.state is null and i.outcome = 'DELIVERED' then r.purge_due_at end as result_expires_at, r.value_masked, r.search_sealed, l.label_sealed, r.options, product_now() as now
    from ${itemsView} i
    join verification_requests r on r.id = i.id
    join ${purchasesView} p on p.id = i.purchase_id
    join ${requestersView} u on u.id = i.owner_id
    left join ${consentsView} c on c.request_id = i.id
    left join ${labelsView} l on l.request_id = i.id
    left join lateral (select k.id, k.opened_at + make_interval(days => ${guardianResponseDays}) as due from ${casesView} k
      where k.kind = ${guardianCaseKind} and k.object_id = i.id order by k.opened_at limit 1) g on true
    where i.id = ${id} and i.owner_id = ${ownerId} and i.state <> 'priced'`.execute(tx);
  return found.rows[0];
}

/** A request as its requester may see it now. */
export type RequestView = {
  readonly row: RequestRow;
  readonly standing: RequestStatus;
  /** The entered value; masked once the request is over. */
  readonly value: string;
  /** The entered values and the name that the requester gave; undefined once the request is over. */
  readonly typed: SearchValues | undefined;
  readonly expectedName: ExpectedName | undefined;
  /** The requester's private label. */
  readonly label: string | undefined;
  readonly messages: readonly RequestMessage[];
  /** The purpose, if the type needs consent; the note while its key exists. */
  readonly purpose: { readonly code: PurposeCode; readonly note: string | undefined } | undefined;
  /** The record; undefined unless it is visible now. */
  readonly found:
    | {
        readonly source: string;
        readonly record: SourceRecord;
        readonly hasSourceReport: boolean;
        /** Parts that were not granted. */
        readonly withheld: readonly RecordPart[];
        /** Undefined if the requester gave no name. */
        readonly nameMatch: NameMatch | undefined;
        /** The question that the record answers; undefined for any other record. */
        readonly question: string | undefined;
      }
    | undefined;
};

/**
 * Reads a request for its requester; every page, poll and PDF uses it. One statement selects the record and checks
 * consent and expiry; the other fields reveal nothing about the subject. Each view of a record leaves an audit row
 * [T-42 T-43 R-10]. Of a colleague's request a member without the right to records gets the status, and no value that
 * was entered [TM-03]; a key gets the same without the scope of the record [DP-02].
 * @param wanted action in the audit row; `undefined` reads the status only, without record and audit row
 */
export async function readRequest(
  deps: Pick<VerificationDeps, "db" | "keys" | "ids">,
  actor: Actor,
  id: string,
  wanted: "viewed_record" | "downloaded_report" | undefined,
): Promise<RequestView | undefined> {
  const storedKey = await deps.keys.find(id);
  const seen = await deps.db.transaction(scopeOf(actor), async (tx) => {
    let row = await findRequestRow(tx, actor.ownerId, id);
    if (!row) return undefined;
    const isOpenToKey = mayKeyOpen(actor.key, { searchType: row.search_type, madeByKey: row.made_by_key });
    const action = isOpenToKey ? wanted : undefined;
    let open = storedKey && action && (await findVisibleResult(tx, id));
    // it expired or changed between the two queries: the later state decides for both
    if (action && (open !== undefined) !== isResultAvailable(requestStatusOf(row), row.now)) {
      row = (await findRequestRow(tx, actor.ownerId, id)) ?? row;
      if (!isResultAvailable(requestStatusOf(row), row.now)) open = undefined;
    }
    if (open && action) {
      await writeAudit(tx, deps.ids, { actorKind: "user", actorId: actor.userId, action, objectId: id });
      await recordViews(tx, deps.ids, actor, [id]);
    }
    return { row, open, isOpenToKey, asked: (await findMessagesByRequest(tx, [id])).get(id) ?? [] };
  });
  if (!seen) return undefined;
  const { row, open, isOpenToKey, asked } = seen;
  const isReadable =
    isOpenToKey && (can(actor, "records:read_all") || (row.made_by_user_id ?? actor.ownerId) === actor.userId);
  const key = isReadable ? storedKey : undefined;
  const record = open && openRecord(await deps.keys.findAll(keyIdsOf(id, open)), row.search_type, id, open);
  const standing = requestStatusOf(row);
  const accountKey = row.label_sealed ? await deps.keys.find(actor.ownerId) : undefined;
  const [first] = Object.keys(catalogueRowOf(row.search_type).fields);
  const isUnmasked = key !== undefined && row.search_sealed !== null && !isExpired(standing, row.now);
  const typed = isUnmasked && row.search_sealed ? openSearchValues(key, id, row.search_sealed) : undefined;
  const value = first === undefined ? undefined : typed?.[first];
  return {
    row,
    standing,
    value: value ?? row.value_masked,
    typed,
    expectedName:
      isUnmasked && row.expected_name_sealed ? openExpectedName(key, id, row.expected_name_sealed) : undefined,
    label: accountKey && row.label_sealed ? openLabel(accountKey, id, row.label_sealed) : undefined,
    messages: asked,
    purpose: row.purpose_code === null ? undefined : { code: row.purpose_code, note: openPurposeNote(key, row) },
    found: open && record && key ? foundRecordOf(row, key, open, record, typed ?? {}) : undefined,
  };
}

/** A visible record, with the comparison of the name that its requester gave. */
function foundRecordOf(
  { id, search_type: searchType, granted, options, expected_name_sealed: sealed }: RequestRow,
  key: Buffer,
  { source, hasSourceReport }: { readonly source: string; readonly hasSourceReport: boolean },
  record: SourceRecord,
  typed: SearchValues,
): RequestView["found"] {
  const withheld = withheldParts(searchType, granted ?? []);
  const nameMatch = sealed ? matchName(searchType, openExpectedName(key, id, sealed), record, withheld) : undefined;
  const question = questionText(searchType, questionValuesOf(typed, options));
  return { source, hasSourceReport, record, withheld, nameMatch, question };
}

const openPurposeNote = (key: Buffer | undefined, { id, note_sealed }: RequestRow) =>
  key && note_sealed ? openNote(key, id, note_sealed) : undefined;
