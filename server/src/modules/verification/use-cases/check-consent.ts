import { catalogueRowOf, isCompanySearch, type SearchType } from "@idanimo/contract/catalogue";
import { requestStatusText } from "@idanimo/contract/request-status";
import type { OutputOf } from "@idanimo/contract/operation";
import type { Reminder } from "@idanimo/contract/pending-request";
import { fail, ok } from "@idanimo/contract/problems";
import { type topLevelCreditFields, creditRecord } from "@idanimo/contract/checks/bvn/record";
import { answerRecord } from "@idanimo/contract/answers";
import { downloads } from "@idanimo/contract/downloads";
import type { checkConsent as operation } from "@idanimo/contract/verification";
import { isRefunded } from "@idanimo/contract/verification-states";
import type { Handler } from "../../../http/call.ts";
import { reminderPossibleAt, wasMessageSent } from "../../consent/index.ts";
import type { SourceRecord } from "../../results/index.ts";
import { guardianCaseNumber } from "../guardian-cases.ts";
import type { RequestView } from "../read-request.ts";
import type { VerificationDeps } from "../deps.ts";
import { readRequestWithOwner } from "../plate-owner/read.ts";
import { withStakeholders } from "../stakeholders/read.ts";
import { consentStatusOf } from "../request-status.ts";
import { outcomeDetails } from "../sections.ts";

/** Returns a request to its requester: its status, and the record while it is visible [T-42 T-43]. */
export const checkConsent =
  (deps: VerificationDeps): Handler<typeof operation> =>
  async (input, caller) => {
    const seen = await readRequestWithOwner(deps, caller, input.id, input.only ? undefined : "viewed_record");
    if (!seen) return fail("not_found", {});
    const { row, standing, found } = seen;
    const catalogueRow = catalogueRowOf(row.search_type);
    const record =
      found && isCompanySearch(catalogueRow)
        ? await withStakeholders(deps, caller, input.id, found.record)
        : found?.record;
    return ok({
      consent: consentStatusOf(standing),
      searchType: row.search_type,
      searchValue: seen.value,
      message: requestStatusText(standing, row.now),
      error:
        row.outcome !== null && isRefunded(row.outcome) && !catalogueRow.isFree ? outcomeDetails[row.outcome] : null,
      outcome: row.outcome,
      createdAt: row.created_at.toISOString(),
      decidedAt: row.decided_at?.toISOString() ?? null,
      decidedBy: row.decided_by,
      deadline: row.deadline?.toISOString() ?? null,
      goneAt: standing.goneAt?.toISOString() ?? null,
      now: row.now.toISOString(),
      asked: seen.messages
        .filter((message) => message.kind === "consent_request")
        .map(({ channel, state, at }) => ({ channel, state, at: at.toISOString() })),
      reminder: reminderOf(seen),
      guardian:
        row.guardian_case && row.guardian_due
          ? { reference: guardianCaseNumber(row.guardian_case), answerBy: row.guardian_due.toISOString() }
          : null,
      source: found?.source ?? null,
      purpose: row.purpose_code,
      requester: row.requester,
      withheld: [...(found?.withheld ?? [])],
      label: seen.label ?? null,
      nameMatch: found?.nameMatch ?? null,
      plateOwner: seen.plateOwner,
      ...(record
        ? found?.question === undefined
          ? recordFieldsOf(row.search_type, record, found?.hasSourceReport ? input.id : undefined)
          : { data: answerFields(record, found.question, found.source) }
        : { data: null }),
    });
  };

/** The reminder of a request that awaits consent. */
function reminderOf({ row, messages }: Pick<RequestView, "row" | "messages">): Reminder | null {
  const { consent, deadline, now } = row;
  if (consent !== "pending" || !deadline || deadline <= now) return null;
  const asked = messages.filter(({ kind }) => kind === "consent_request");
  const request = { askedAt: row.asked_at, deadline, remindedAt: row.reminded_at, now };
  const possibleAt = reminderPossibleAt({ ...request, wasSent: wasMessageSent(asked) });
  return { sentAt: row.reminded_at?.toISOString() ?? null, possibleAt: possibleAt?.toISOString() ?? null };
}

/** An answer on the wire: no other value is in the response [AO-02]. */
function answerFields(record: SourceRecord, question: string, source: string) {
  const { answer, askedAt, fields } = answerRecord.parse(record);
  return { question, answer, askedAt, source, ...(fields && { fields }) };
}

/**
 * Places a record in the response: under `data`, that of a BVN beside `consent` [RESULT-CREDIT-02].
 * @param reportOf the request's id, if its source supplied a report file
 */
function recordFieldsOf(
  type: SearchType,
  record: SourceRecord,
  reportOf: string | undefined,
): Pick<OutputOf<typeof operation>, "data" | keyof typeof topLevelCreditFields> {
  if (catalogueRowOf(type).recordShape === "credit") {
    const { asked, ...beside } = creditRecord.parse(record);
    return { data: { asked }, ...beside };
  }
  // the only file address in a record is our own [T-60]
  return { data: { ...record, ...(reportOf !== undefined && { pdfUri: downloads.sourceReport(reportOf) }) } };
}
