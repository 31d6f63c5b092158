export {
  approve,
  cancelApproval,
  cancelApprovalsOf,
  lockApprovalsOfOrganisation,
  reject,
  requestApproval,
} from "./approvals.ts";
export { approvalJobs, type ExpiredApproval } from "./jobs.ts";
export type { ApprovalKind, ApprovalKinds } from "./kinds.ts";
export { type Facts, isExpired } from "./rules.ts";
export {
  type Approval,
  type ApprovalScope,
  countPendingForOthers,
  findApproval,
  findApprovalOf,
  findApprovals,
} from "./store.ts";
