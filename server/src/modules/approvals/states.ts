import type { ApprovalState } from "@idanimo/contract/approvals";
import type { TransitionTable } from "../../kernel/state-table.ts";

export type ApprovalEvent = "approved" | "rejected" | "requester_cancelled" | "time_ran_out" | "facts_changed";

/** The allowed transitions of an approval. Only another person than the requester approves or rejects. */
export const approvalTransitions = {
  pending: {
    approved: "approved",
    rejected: "rejected",
    requester_cancelled: "cancelled",
    time_ran_out: "expired",
    facts_changed: "stale",
  },
  approved: {},
  rejected: {},
  cancelled: {},
  expired: {},
  stale: {},
} as const satisfies TransitionTable<ApprovalState, ApprovalEvent>;
