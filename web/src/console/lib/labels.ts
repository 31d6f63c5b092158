import { catalogueRowOf, isSearchType } from "@idanimo/contract/catalogue";
import type { approvalStates } from "@idanimo/contract/approvals";
import type { Tone } from "../../ui/tone.ts";

/** "BVN_OWNER" as "Bvn owner", for codes without a label of their own. */
export function readableCode(code: string): string {
  const words = code.toLowerCase().replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The name of a check on screens. */
export const searchTypeLabel = (type: string): string =>
  isSearchType(type) ? catalogueRowOf(type).label : readableCode(type);

type ApprovalState = (typeof approvalStates)[number];
export const approvalLabels = {
  pending: { label: "Waiting", tone: "waiting" },
  approved: { label: "Approved", tone: "success" },
  rejected: { label: "Rejected", tone: "problem" },
  cancelled: { label: "Cancelled", tone: "info" },
  expired: { label: "Expired", tone: "info" },
  stale: { label: "Facts changed", tone: "problem" },
} as const satisfies Record<ApprovalState, { readonly label: string; readonly tone: Tone }>;
