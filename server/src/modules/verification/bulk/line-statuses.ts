import type { BulkLineStatus } from "@idanimo/contract/bulk-lines";
import * as texts from "@idanimo/contract/texts";
import {
  itemStates,
  type ItemState,
  type Outcome,
  outcomes,
  refundedOutcomes,
} from "@idanimo/contract/verification-states";

/** Which lines of a file can have a status; their times decide it. Pure. */
type LineStates = { readonly states: readonly ItemState[]; readonly outcomes: readonly Outcome[] };

export const everyLine: LineStates = { states: itemStates, outcomes };

export const linesOfStatus: Readonly<Record<BulkLineStatus, LineStates>> = {
  [texts.rowNotStarted]: { states: ["priced"], outcomes: [] },
  [texts.rowInProgress]: { states: ["looking_up"], outcomes: [] },
  [texts.awaitingConsent]: { states: ["awaiting_consent"], outcomes: [] },
  [texts.rowViewResult]: { states: ["closed"], outcomes: ["DELIVERED"] },
  [texts.consentDenied]: { states: ["closed"], outcomes: ["DENIED"] },
  [texts.rowNoData]: { states: ["closed"], outcomes: ["NO_DATA"] },
  [texts.rowRefunded]: { states: ["closed"], outcomes: refundedOutcomes },
  [texts.rowCancelled]: { states: ["closed"], outcomes: ["CANCELLED"] },
  // also lines that have just ended, until the job closes them
  [texts.rowExpired]: { states: ["awaiting_consent", "closed"], outcomes: ["DELIVERED", "UNANSWERED"] },
};
