/** The states of an act that a second person must approve. */
export const approvalStates = ["pending", "approved", "rejected", "cancelled", "expired", "stale"] as const;
export type ApprovalState = (typeof approvalStates)[number];
