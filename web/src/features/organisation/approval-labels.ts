import type { ApprovalState } from "@idanimo/contract/approvals";
import { catalogueRowOf } from "@idanimo/contract/catalogue";
import { formatCount } from "@idanimo/contract/date-format";
import type { PurchaseApproval } from "@idanimo/contract/organisations/approvals";
import type { Tone } from "../../ui/tone.ts";

/** The word of each state, and how it looks. */
export const approvalLabels = {
  pending: { label: "Waiting", tone: "waiting" },
  approved: { label: "Approved", tone: "success" },
  rejected: { label: "Rejected", tone: "problem" },
  cancelled: { label: "Cancelled", tone: "info" },
  expired: { label: "Expired", tone: "info" },
  stale: { label: "Ended", tone: "info" },
} as const satisfies Record<ApprovalState, { readonly label: string; readonly tone: Tone }>;

/** "NIN and BVN", or "Bulk NIN, 200 lines". */
export function checksLabel({ searchTypes, checks }: Pick<PurchaseApproval, "searchTypes" | "checks">): string {
  const names = searchTypes.map((type) => catalogueRowOf(type).label).join(", ");
  return checks > searchTypes.length ? `${names}, ${formatCount(checks)} checks` : names;
}
