import type { BulkState } from "@idanimo/contract/bulk";
import type { Outcome } from "@idanimo/contract/verification-states";

/** What is decided about a file. Same input, same answer. */

/** How many lines of a bought file stand where. */
export type LineTotals = {
  readonly total: number;
  /** Not begun yet. */
  readonly notBegun: number;
  /** Being looked up. */
  readonly running: number;
  /** Waiting for their person. */
  readonly waiting: number;
  readonly outcomes: Readonly<Record<string, number>>;
};

export function lineTotalsOf(
  total: number,
  counts: readonly { readonly state: string; readonly outcome: Outcome | null; readonly lines: number }[],
): LineTotals {
  const of = (state: string) =>
    counts.filter((count) => count.state === state).reduce((sum, count) => sum + count.lines, 0);
  const outcomes = counts.flatMap(({ outcome, lines }) => (outcome === null ? [] : [[outcome, lines] as const]));
  return {
    total,
    notBegun: of("priced"),
    running: of("looking_up"),
    waiting: of("awaiting_consent"),
    outcomes: Object.fromEntries(outcomes),
  };
}

/** Where a file stands. It is completed when each of its lines has been asked or has ended. Source: BULK-05. */
export function bulkStateOf(isPaid: boolean, isStopped: boolean, lines: LineTotals): BulkState {
  if (!isPaid) return "checked";
  if (lines.notBegun === 0 && lines.running === 0) return "completed";
  return isStopped && lines.notBegun > 0 ? "stopped" : "running";
}

/**
 * Where a file stands as one item among the others of its purchase: it is over when no line waits for its person either.
 */
export function bulkItemStateOf(
  isPaid: boolean,
  lines: LineTotals,
): "priced" | "running" | "awaiting_consent" | "DELIVERED" {
  if (!isPaid) return "priced";
  if (lines.notBegun > 0 || lines.running > 0) return "running";
  return lines.waiting > 0 ? "awaiting_consent" : "DELIVERED";
}
