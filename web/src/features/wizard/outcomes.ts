import type { OutputOf } from "@idanimo/contract/operation";
import * as texts from "@idanimo/contract/texts";
import type { submit } from "@idanimo/contract/verification";
import { outcomes, refundedOutcomes } from "@idanimo/contract/verification-states";
import { refundReason } from "../../lib/refund-reason.ts";

/** What the sections of a submission say, in the words a person reads. Pure. Source: PAY-18 to PAY-21, B§4, B§8. */

type Submitted = OutputOf<typeof submit>;
export type Done = Extract<Submitted, { readonly status: "done" }>;

/** How one section ended. `requestId` is the request's; absent for a bulk file, which has many. */
export type Ending = {
  readonly requestId?: string;
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
  const extension = done["search-extension"];
  const endings: Ending[] = [];
  if (done.basic) endings.push(ofStatus(done.basic.status, done.basic.detail, done.basic.requestId));
  if (extension) {
    const { requestId, phoneVerification, bvnVerification } = extension;
    // one half that was found is worth seeing; the result says which
    const shown = [phoneVerification, bvnVerification].find(({ status }) => !failedWords.includes(status));
    const { status, detail } = shown ?? phoneVerification;
    endings.push(ofStatus(status, detail, requestId));
  }
  for (const section of [done.business, done.vehicle, done.financial]) if (section) endings.push(ofSuccess(section));
  if (done.bulkNin) {
    const { requestId: _upload, ...ending } = ofStatus(done.bulkNin.status, done.bulkNin.detail, "");
    endings.push(ending.isGood ? { ...ending, words: done.bulkNin.status } : ending);
  }
  return endings;
}

function ofSuccess(section: { readonly requestId: string; readonly success: 0 | 1; readonly message: string }): Ending {
  const { requestId, message } = section;
  if (section.success === 1) return { requestId, isGood: true, title: "", words: message };
  const more = message === texts.unexpectedServerErrorRefund ? refunded : kept;
  return { requestId, isGood: false, title: "Request Error", words: message || texts.unexpectedServerError, more };
}

function ofStatus(status: string, detail: string, requestId: string): Ending {
  if (!failedWords.includes(status)) return { requestId, isGood: true, title: "", words: detail };
  const ending = { requestId, isGood: false };
  if (status === "NO_DATA") {
    const words = detail === "" || detail === texts.noRecordFound ? noRecord : detail;
    return { ...ending, title: "Oops!", words, more: kept };
  }
  const outcome = refundedOutcomes.find((known) => known === status);
  if (!outcome) return { ...ending, title: texts.errorTitle, words: detail, more: kept };
  if (outcome === "PROVIDER_FAILED")
    return { ...ending, title: texts.errorTitle, words: detail || texts.unexpectedServerErrorRefund, more: refunded };
  return { ...ending, title: texts.errorTitle, words: refundReason(outcome), more: refunded };
}

/** Source: ERR-37. */
const noRecord = "Sorry, No record found";

/** What the dashboard is told to look out for: each request of an answer. */
export function requestsOf(answer: Submitted): readonly string[] {
  if (answer.status === "processing") return answer.requestIds;
  return endingsOf(answer).flatMap(({ requestId }) => requestId ?? []);
}
