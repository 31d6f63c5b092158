import { type ProfileName, profiles } from "@idanimo/contract/catalogue";
import type { OutputOf } from "@idanimo/contract/operation";
import * as texts from "@idanimo/contract/texts";
import type { submit } from "@idanimo/contract/verification";
import { outcomes, refundedOutcomes } from "@idanimo/contract/verification-states";
import { refundReason } from "@idanimo/contract/refund-reason";

/** What the sections of a submission say, in the words a person reads. Pure. Source: PAY-18 to PAY-21, B§4, B§8. */

type Submitted = OutputOf<typeof submit>;
export type Done = Extract<Submitted, { readonly status: "done" }>;

/** How one section ended. `requestId` is the request's; absent for a bulk file, which has many. */
export type Ending = {
  readonly requestId?: string;
  /** The card it belongs to. */
  readonly about: string;
  readonly isGood: boolean;
  /** Over a failed one. */
  readonly title: string;
  /** The specification's sentence, and ours after it. */
  readonly words: string;
  readonly more?: string;
};

const refunded = "The money is back in your wallet.";
const kept = "The charge is kept, as said before paying.";
const failedWords: readonly string[] = outcomes.filter((outcome) => outcome !== "DELIVERED");

/** Each section as it ended, in the order of the specification. */
export function endingsOf(done: Done): readonly Ending[] {
  const { basic, business, vehicle, financial, bulkNin } = done;
  const extension = done["search-extension"];
  const endings: Ending[] = [];
  const add = (profile: ProfileName, ending: Omit<Ending, "about"> | undefined) => {
    if (ending) endings.push({ about: profiles[profile].card, ...ending });
  };
  add("person", basic && { requestId: basic.requestId, ...ofStatus(basic) });
  if (extension) {
    const { requestId, phoneVerification, bvnVerification } = extension;
    // one half that was found is worth seeing; the result says which
    const shown = [phoneVerification, bvnVerification].find(({ status }) => !failedWords.includes(status));
    add("person", { requestId, ...ofStatus(shown ?? phoneVerification) });
  }
  add("business", business && ofSuccess(business));
  add("vehicle", vehicle && ofSuccess(vehicle));
  add("financial", financial && ofSuccess(financial));
  if (bulkNin) {
    const ending = ofStatus(bulkNin);
    add("person", ending.isGood ? { ...ending, words: bulkNin.status } : ending);
  }
  return endings;
}

type Success = { readonly requestId: string; readonly success: 0 | 1; readonly message: string };

function ofSuccess({ requestId, success, message }: Success): Omit<Ending, "about"> {
  if (success === 1) return { requestId, isGood: true, title: "", words: message };
  const more = message === texts.unexpectedServerErrorRefund ? refunded : kept;
  return { requestId, isGood: false, title: "Request Error", words: message || texts.unexpectedServerError, more };
}

type Status = { readonly status: string; readonly detail: string };

function ofStatus({ status, detail }: Status): Omit<Ending, "about" | "requestId"> {
  if (!failedWords.includes(status)) return { isGood: true, title: "", words: detail };
  const error = { isGood: false, title: texts.errorTitle };
  if (status === "NO_DATA") {
    const words = detail === "" || detail === texts.noRecordFound ? texts.sorryNoRecord : detail;
    return { ...error, title: "Oops!", words, more: kept };
  }
  const outcome = refundedOutcomes.find((known) => known === status);
  if (!outcome) return { ...error, words: detail, more: kept };
  if (outcome === "PROVIDER_FAILED")
    return { ...error, words: detail || texts.unexpectedServerErrorRefund, more: refunded };
  return { ...error, words: refundReason(outcome), more: refunded };
}

/** What the dashboard is told to look out for: each request of an answer. */
export function requestsOf(answer: Submitted): readonly string[] {
  if (answer.status === "processing") return answer.requestIds;
  return endingsOf(answer).flatMap(({ requestId }) => requestId ?? []);
}
