import type { ConsentEvent, ConsentState } from "@idanimo/contract/consent";
import type { TransitionTable } from "../../kernel/state-table.ts";

/**
 * The allowed transitions of a consent. An empty row is a final state; a missing cell is a rejected transition.
 * [CONSENT-09 CONSENT-10]
 */
export const consentTransitions = {
  initiate: {
    request_sent: "pending",
    record_missing: "no_data_found",
    no_contact: "terminated",
    minor: "terminated",
    blocked: "terminated",
    source_failed: "terminated",
  },
  pending: {
    subject_granted: "granted",
    subject_denied: "denied",
    blocked: "terminated",
    unreachable: "terminated",
    messages_not_sent: "terminated",
    wrong_person: "terminated",
    requester_closed: "terminated",
    requester_cancelled: "terminated",
    deadline_passed: "terminated",
  },
  granted: { subject_withdrew: "terminated", requester_closed: "terminated" },
  denied: {},
  terminated: {},
  no_data_found: {},
} as const satisfies TransitionTable<ConsentState, ConsentEvent>;
