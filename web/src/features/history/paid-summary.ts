import type { RowAction } from "./rules.ts";

/** How a state is counted in a summary of several requests, in this order. */
const words = {
  result: "ready",
  pending: "waiting",
  running: "running",
  denied: "declined",
  no_data: "without a record",
  refunded: "refunded",
  cancelled: "cancelled",
  expired: "expired",
  unknown: "changed",
} as const satisfies Record<RowAction, string>;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant
const order = Object.keys(words) as readonly RowAction[];

/** `4 checks paid: 2 ready, 2 waiting`. */
export function paidSummary(actions: readonly RowAction[]): string {
  const counts = order
    .map((action) => ({ word: words[action], count: actions.filter((one) => one === action).length }))
    .filter(({ count }) => count > 0);
  return `${actions.length} ${actions.length === 1 ? "check" : "checks"} paid: ${counts.map(({ word, count }) => `${count} ${word}`).join(", ")}`;
}
