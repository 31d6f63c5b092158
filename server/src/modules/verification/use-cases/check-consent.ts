import { rowOf, type SearchType } from "@idanimo/contract/catalogue";
import { actionText } from "@idanimo/contract/expiry";
import type { OutputOf } from "@idanimo/contract/operation";
import { fail, ok } from "@idanimo/contract/problems";
import { type besideConsent, creditRecord } from "@idanimo/contract/records";
import { downloads } from "@idanimo/contract/reports";
import * as texts from "@idanimo/contract/texts";
import type { checkConsent as operation } from "@idanimo/contract/verification";
import { isRefunded } from "@idanimo/contract/verification-states";
import type { Handler } from "../../../http/call.ts";
import type { FoundRecord } from "../../results/index.ts";
import { guardianNumber } from "../case-kinds.ts";
import type { VerificationDeps } from "../deps.ts";
import { seeRequest } from "../see-request.ts";
import { withStakeholders } from "../stakeholders/read.ts";
import { consentWord } from "../standing.ts";

/** One request as its asker may see it: where it stands, and what was found while that may be seen. Source: T-42, T-43. */
export const checkConsent =
  (deps: VerificationDeps): Handler<typeof operation> =>
  async (input, caller) => {
    const seen = await seeRequest(deps, caller.userId, input.id, input.only ? undefined : "looked_at_record");
    if (!seen) return fail("not_found", {});
    const { row, standing, found } = seen;
    const { profile, audience } = rowOf(row.search_type);
    const isCompanySearch = profile === "business" && audience !== "holder";
    const record =
      found && isCompanySearch ? await withStakeholders(deps, caller.userId, input.id, found.record) : found?.record;
    return ok({
      consent: consentWord(standing),
      searchType: row.search_type,
      searchValue: seen.value,
      message: actionText(standing, row.now),
      error: row.outcome !== null && isRefunded(row.outcome) ? texts.unexpectedServerErrorRefund : null,
      outcome: row.outcome,
      createdAt: row.created_at.toISOString(),
      decidedAt: row.decided_at?.toISOString() ?? null,
      decidedBy: row.decided_by,
      deadline: row.deadline?.toISOString() ?? null,
      goneAt: standing.goneAt?.toISOString() ?? null,
      now: row.now.toISOString(),
      asked: seen.asked
        .filter((message) => message.kind === "consent_request")
        .map(({ channel, state, at }) => ({ channel, state, at: at.toISOString() })),
      guardian:
        row.guardian_case && row.guardian_due
          ? { reference: guardianNumber(row.guardian_case), answerBy: row.guardian_due.toISOString() }
          : null,
      source: found?.source ?? null,
      withheld: [...(found?.withheld ?? [])],
      ...(record ? placed(row.search_type, record, found?.hasSourceReport ? input.id : undefined) : { data: null }),
    });
  };

/**
 * Where a record is in the answer: under `data`, that of a BVN beside `consent` [RESULT-CREDIT-02].
 * @param reportOf the request, where its source gave a report of its own
 */
function placed(
  type: SearchType,
  record: FoundRecord,
  reportOf: string | undefined,
): Pick<OutputOf<typeof operation>, "data" | keyof typeof besideConsent> {
  if (type === "bvn") {
    const { asked, ...beside } = creditRecord.parse(record);
    return { data: { asked }, ...beside };
  }
  // the only address of a file that a record ever names is our own (T-60)
  return { data: { ...record, ...(reportOf !== undefined && { pdfUri: downloads.sourceReport(reportOf) }) } };
}
