import { catalogueRowOf, isSearchType, searchTypes } from "@idanimo/contract/catalogue";
import type { approvalStates } from "@idanimo/contract/approvals";
import type { Tone } from "../../ui/tone.ts";

/** "BVN_OWNER" as "Bvn owner" and "stolenCheck" as "Stolen check", for codes without a label of their own. */
export function readableCode(code: string): string {
  const words = code
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The name of a check on screens. */
export const searchTypeLabel = (type: string): string =>
  isSearchType(type) ? catalogueRowOf(type).label : readableCode(type);

/** The checks that an item of the price list is charged for. */
export function priceItemLabel(item: string): string {
  const labels = searchTypes
    .map(catalogueRowOf)
    .flatMap(({ label, priceItem, addOn }) => [
      ...(priceItem === item ? [label] : []),
      ...(addOn?.priceItem === item ? [`${readableCode(item)}, added to ${label}`] : []),
    ]);
  return labels.length > 0 ? labels.join(", ") : readableCode(item);
}

type ApprovalState = (typeof approvalStates)[number];
export const approvalLabels = {
  pending: { label: "Waiting", tone: "waiting" },
  approved: { label: "Approved", tone: "success" },
  rejected: { label: "Rejected", tone: "problem" },
  cancelled: { label: "Cancelled", tone: "info" },
  expired: { label: "Expired", tone: "info" },
  stale: { label: "Facts changed", tone: "problem" },
} as const satisfies Record<ApprovalState, { readonly label: string; readonly tone: Tone }>;

const hoursText = (minutes: number): string => {
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return minutes === 1 ? "1 minute" : `${minutes} minutes`;
  return hours === 1 ? "1 hour" : `${hours} hours`;
};

/** "61 hours left", "12 minutes left" or "3 hours overdue". */
export const clockText = (minutesLeft: number): string =>
  minutesLeft >= 0 ? `${hoursText(minutesLeft)} left` : `${hoursText(-minutesLeft)} overdue`;
