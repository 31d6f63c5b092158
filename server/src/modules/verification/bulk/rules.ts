import type { BulkState } from "@idanimo/contract/bulk";
import type { Outcome } from "@idanimo/contract/verification-states";

/** Rules for bulk files. Pure. */

/** Numbers of lines of a bought file by state. */
export type LineTotals = {
  readonly total: number;
  readonly notBegun: number;
  readonly running: number;
  /** Waiting for consent. */
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

/** The state of a file. It is completed when each of its lines was asked or closed [BULK-05]. */
export function bulkStateOf(isPaid: boolean, isStopped: boolean, lines: LineTotals): BulkState {
  if (!isPaid) return "checked";
  if (lines.notBegun === 0 && lines.running === 0) return "completed";
  return isStopped && lines.notBegun > 0 ? "stopped" : "running";
}

/** The state of a file as an item of its purchase: final only when no line waits for consent. */
export function bulkItemStateOf(
  isPaid: boolean,
  lines: LineTotals,
): "priced" | "running" | "awaiting_consent" | "DELIVERED" {
  if (!isPaid) return "priced";
  if (lines.notBegun > 0 || lines.running > 0) return "running";
  return lines.waiting > 0 ? "awaiting_consent" : "DELIVERED";
}

type PageOptions<Line> = { readonly read: number; readonly most: number; readonly fits: (line: Line) => boolean };

/**
 * The first lines that fit, and the place of the line after them: one that fits, or the first that was not read.
 * @param found up to one line more than `read`, in order
 */
export function pageOfLines<Line extends { readonly place: number }>(
  found: readonly Line[],
  { read, most, fits }: PageOptions<Line>,
): { readonly lines: readonly Line[]; readonly next: number | null } {
  const fitting = found.slice(0, read).filter(fits);
  return { lines: fitting.slice(0, most), next: (fitting[most] ?? found[read])?.place ?? null };
}
