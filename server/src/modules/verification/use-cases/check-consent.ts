import { actionText } from "@idanimo/contract/expiry";
import { fail, ok } from "@idanimo/contract/problems";
import { downloads } from "@idanimo/contract/reports";
import * as texts from "@idanimo/contract/texts";
import type { checkConsent as operation } from "@idanimo/contract/verification";
import { isRefunded } from "@idanimo/contract/verification-states";
import type { Handler } from "../../../http/call.ts";
import { guardianNumber } from "../case-kinds.ts";
import type { VerificationDeps } from "../deps.ts";
import { seeRequest } from "../see-request.ts";
import { consentWord } from "../standing.ts";

/** One request as its asker may see it: where it stands, and what was found while that may be seen. Source: T-42, T-43. */
export const checkConsent =
  (deps: VerificationDeps): Handler<typeof operation> =>
  async (input, caller) => {
    const seen = await seeRequest(deps, caller.userId, input.id, input.only ? undefined : "looked_at_record");
    if (!seen) return fail("not_found", {});
    const { row, standing, found } = seen;
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
      data: found
        ? {
            ...found.record,
            // the only address of a file that a record ever names is our own (T-60)
            ...(found.hasSourceReport && { pdfUri: downloads.sourceReport(input.id) }),
          }
        : null,
    });
  };
