import { type ProfileName, profiles } from "@idanimo/contract/checks/check-row";
import type { OutputOf } from "@idanimo/contract/operation";
import * as texts from "@idanimo/contract/texts";
import type { submit } from "@idanimo/contract/verification";
import { outcomes, refundedOutcomes } from "@idanimo/contract/verification-states";
import { refundReason } from "@idanimo/contract/refund-reason";

/** The texts about the sections of a submission. Pure [PAY-18 to PAY-21]. */

type Submission = OutputOf<typeof submit>;
export type CompletedSubmission = Extract<Submission, { readonly status: "done" }>;

/** The outcome of one section. `requestId` is absent for a bulk file, which has many requests. */
export type SectionOutcome = {
  readonly requestId?: string;
  /** The name of its card. */
  readonly about: string;
  readonly isGood: boolean;
  /** The title of a failed one. */
  readonly title: string;
  /** The specification's text, and ours after it. */
  readonly words: string;
  readonly more?: string;
};

const refundedNote = "The money was refunded to your wallet.";
const chargeKeptNote = "This check isn't refundable.";
const failedStatuses: readonly string[] = outcomes.filter((outcome) => outcome !== "DELIVERED");

/** The outcome of each section, in the order of the specification. */
export function toSectionOutcomes(done: CompletedSubmission): readonly SectionOutcome[] {
  const { basic, business, vehicle, financial, bulkNin } = done;
  const extension = done["search-extension"];
  const endings: SectionOutcome[] = [];
  const add = (profile: ProfileName, ending: Omit<SectionOutcome, "about"> | undefined) => {
    if (ending) endings.push({ about: profiles[profile].card, ...ending });
  };
  add("person", basic && { requestId: basic.requestId, ...outcomeOfStatus(basic) });
  if (extension) {
    const { requestId, phoneVerification, bvnVerification } = extension;
    // one part that was found is worth showing; the result says which
    const shown = [phoneVerification, bvnVerification].find(({ status }) => !failedStatuses.includes(status));
    add("person", { requestId, ...outcomeOfStatus(shown ?? phoneVerification) });
  }
  add("business", business && outcomeOfSuccess(business));
  add("vehicle", vehicle && outcomeOfSuccess(vehicle));
  add("financial", financial && outcomeOfSuccess(financial));
  if (bulkNin) {
    const ending = outcomeOfStatus(bulkNin);
    add("person", ending.isGood ? { ...ending, words: bulkNin.status } : ending);
  }
  return endings;
}

type SuccessSection = { readonly requestId: string; readonly success: 0 | 1; readonly message: string };

function outcomeOfSuccess({ requestId, success, message }: SuccessSection): Omit<SectionOutcome, "about"> {
  if (success === 1) return { requestId, isGood: true, title: "", words: message };
  const more = message === texts.unexpectedServerErrorRefund ? refundedNote : chargeKeptNote;
  return { requestId, isGood: false, title: "Request Error", words: message || texts.unexpectedServerError, more };
}

type StatusSection = { readonly status: string; readonly detail: string };

function outcomeOfStatus({ status, detail }: StatusSection): Omit<SectionOutcome, "about" | "requestId"> {
  if (!failedStatuses.includes(status)) return { isGood: true, title: "", words: detail };
  const error = { isGood: false, title: texts.errorTitle };
  if (status === "NO_DATA") {
    const words = detail === "" || detail === texts.noRecordFound ? texts.sorryNoRecord : detail;
    return { ...error, title: "Oops!", words, more: chargeKeptNote };
  }
  const outcome = refundedOutcomes.find((known) => known === status);
  if (!outcome) return { ...error, words: detail, more: chargeKeptNote };
  if (outcome === "PROVIDER_FAILED")
    return { ...error, words: detail || texts.unexpectedServerErrorRefund, more: refundedNote };
  return { ...error, words: refundReason(outcome), more: refundedNote };
}

/** The requests of a response, which the dashboard highlights. */
export function requestIdsOf(answer: Submission): readonly string[] {
  if (answer.status === "processing") return answer.requestIds;
  return toSectionOutcomes(answer).flatMap(({ requestId }) => requestId ?? []);
}
