import { formatDateTimeWithoutZone } from "@idanimo/contract/date-format";
import { catalogueRowOf, type SearchType } from "@idanimo/contract/catalogue";
import { purposes, type PurposeCode } from "@idanimo/contract/consent";
import { formatExpectedName } from "@idanimo/contract/expected-name";
import { requestStatusText } from "@idanimo/contract/request-status";
import { type Currency, formatMinor } from "@idanimo/contract/money";
import * as texts from "@idanimo/contract/texts";
import { sql } from "kysely";
import type { Database } from "../../database/database.ts";
import type { KeyStore } from "../../database/key-store.ts";
import { readOwnerRows } from "../../database/owner-rows.ts";
import { type ExportSection, exportSection } from "../../kernel/export-section.ts";
import { consentsView, openExpectedName, openNote } from "../consent/index.ts";
import { itemsView, labelsView, openLabel, purchasesView } from "../purchases/index.ts";
import { resultsView } from "../results/index.ts";
import { type RequestStatusRow, requestStatusOf } from "./request-status.ts";

/** Exports the requests of an account without results: a record belongs to its subject [T-42]. */

type DatedRow = { readonly id: string; readonly at: Date };
type RequestRow = DatedRow &
  RequestStatusRow & {
    readonly transaction_id: string;
    readonly search_type: SearchType;
    readonly value_masked: string;
    readonly currency: Currency;
    readonly price_minor: bigint;
    readonly tax_minor: bigint;
    readonly state_changed_at: Date;
    readonly purpose_code: PurposeCode | null;
    readonly note_sealed: Buffer | null;
    readonly expected_name_sealed: Buffer | null;
    readonly label_sealed: Buffer | null;
    readonly asked_at: Date | null;
    readonly decided_at: Date | null;
    readonly purged_at: Date | null;
    readonly now: Date;
  };
type ReportRow = DatedRow & { readonly code: string; readonly sha256: Buffer };
type UploadRow = DatedRow & { readonly records: number; readonly bad_count: number; readonly bought: boolean };
type Deps = { readonly db: Database; readonly keys: KeyStore };

/**
 * The status that the history shows. Results cannot be opened from the file, so an available result reads as
 * given.
 */
function statusTextOf(row: RequestRow): string {
  const status = requestStatusText(requestStatusOf(row), row.now);
  return status === texts.rowViewResult ? "Result given" : status;
}

/** Exported fields of requests, with what the requester wrote while its key exists. */
async function exportedRequestsOf({ keys }: Pick<Deps, "keys">, ownerId: string, rows: readonly RequestRow[]) {
  const sealed = rows.filter((row) => row.note_sealed !== null || row.expected_name_sealed !== null);
  const found = await keys.findAll([ownerId, ...sealed.map(({ id }) => id)]);
  const accountKey = found.get(ownerId);
  return rows.map((row) => {
    const key = found.get(row.id);
    return {
      id: row.id,
      at: row.at,
      reference: row.transaction_id,
      what: catalogueRowOf(row.search_type).label,
      value: row.value_masked,
      label: accountKey && row.label_sealed ? openLabel(accountKey, row.id, row.label_sealed) : null,
      state: row.state,
      outcome: row.outcome,
      status: statusTextOf(row),
      stateSince: row.state_changed_at,
      currency: row.currency,
      price: formatMinor(row.price_minor),
      tax: formatMinor(row.tax_minor),
      consent: row.consent && {
        state: row.consent,
        purpose: row.purpose_code && purposes[row.purpose_code],
        note: key && row.note_sealed ? openNote(key, row.id, row.note_sealed) : null,
        nameGiven:
          key && row.expected_name_sealed
            ? formatExpectedName(openExpectedName(key, row.id, row.expected_name_sealed))
            : null,
        askedAt: row.asked_at,
        decidedAt: row.decided_at,
        endsAt: row.consent_expires_at,
      },
      deletedAt: row.purged_at,
    };
  });
}

const requestSection = (deps: Deps, name: string, title: string, states: string): ExportSection =>
  exportSection({
    name,
    title,
    rows: (ownerId) =>
      readOwnerRows(
        deps.db,
        ownerId,
        (behind, most) => sql<RequestRow>`
          select i.id, i.created_at as at, p.transaction_id, i.search_type, r.value_masked, i.state, i.outcome, p.currency, i.price_minor, i.tax_minor,
            i.state_changed_at, c.state as consent, c.purpose_code, c.note_sealed, c.expected_name_sealed, c.asked_at, c.decided_at, c.deadline, c.expires_at as consent_expires_at, x.expires_at as result_expires_at, r.purged_at, l.label_sealed, product_now() as now
          from (select * from ${itemsView} i where owner_id = ${ownerId} and coalesce(made_by_user_id, owner_id) = ${ownerId} and state in (${sql.raw(states)})
            and (created_at, id) < (${behind.at}, ${behind.id}) order by created_at desc, id desc limit ${most}) i
          join ${purchasesView} p on p.id = i.purchase_id
          cross join lateral (select value_masked, purged_at from verification_requests where id = i.id offset 0) r
          left join lateral (select * from ${consentsView} c where request_id = i.id offset 0) c on true
          left join lateral (select label_sealed from ${labelsView} l where request_id = i.id offset 0) l on true
          left join lateral (select expires_at from ${resultsView} x where request_id = i.id offset 0) x on true`,
        (rows) => exportedRequestsOf(deps, ownerId, rows),
      ),
    columns: {
      "Date (Lagos time)": ({ at }) => formatDateTimeWithoutZone(at),
      Reference: ({ reference }) => reference,
      What: ({ what }) => what,
      Asked: ({ value }) => value,
      Label: ({ label }) => label ?? "",
      Outcome: ({ status }) => status,
    },
  });

/** Requests, reports and uploaded files. */
export const requestExportSections = (deps: Deps): readonly ExportSection[] => [
  requestSection(deps, "requests", "What you asked for", "'awaiting_consent', 'closed'"),
  requestSection(deps, "unfinishedRequests", "What was not begun or is being looked up", "'priced', 'looking_up'"),
  exportSection({
    name: "reports",
    title: "Reports you took",
    rows: (ownerId) =>
      readOwnerRows(
        deps.db,
        ownerId,
        // several reports of one request may have the same timestamp
        (behind, most) => sql<ReportRow>`select request_id as id, made_at as at, code, sha256 from reports
          where owner_id = ${ownerId} and coalesce(made_by_user_id, owner_id) = ${ownerId} and (made_at, request_id) < (${behind.at}, ${behind.id}) order by made_at desc, request_id desc limit ${most}`,
        (rows) => rows.map(({ id, at, code, sha256 }) => ({ requestId: id, at, code, sha256: sha256.toString("hex") })),
      ),
    columns: { "Date (Lagos time)": ({ at }) => formatDateTimeWithoutZone(at), Code: ({ code }) => code },
  }),
  exportSection({
    name: "bulkFiles",
    title: "Files you sent in",
    rows: (ownerId) =>
      readOwnerRows(
        deps.db,
        ownerId,
        (
          behind,
          most,
        ) => sql<UploadRow>`select id, created_at as at, records, bad_count, purchase_id is not null as bought from bulk_uploads
          where owner_id = ${ownerId} and coalesce(made_by_user_id, owner_id) = ${ownerId} and (created_at, id) < (${behind.at}, ${behind.id}) order by created_at desc, id desc limit ${most}`,
        (rows) =>
          rows.map(({ at, records, bad_count: badLines, bought }) => ({ at, lines: records, badLines, bought })),
      ),
    columns: { "Date (Lagos time)": ({ at }) => formatDateTimeWithoutZone(at), Lines: ({ lines }) => String(lines) },
  }),
];
