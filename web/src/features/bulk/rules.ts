import { formatCount } from "@idanimo/contract/date-format";
import type { readBulk } from "@idanimo/contract/bulk";
import { type BulkLineStatus, bulkLineStatuses } from "@idanimo/contract/bulk-lines";
import { resultRouteOf } from "@idanimo/contract/catalogue";
import type { OutputOf } from "@idanimo/contract/operation";
import * as texts from "@idanimo/contract/texts";

export type BulkProgress = OutputOf<typeof readBulk>;

/** File types of the text files that spreadsheets write: Excel's "Unicode Text" ends in .txt. */
export const acceptedFileTypes = ".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain";

/** Whether the name or the type is that of a text file [BULK-01]. */
export function isTextFile({ name, type }: Pick<File, "name" | "type">): boolean {
  const known = acceptedFileTypes.split(",");
  return known.includes(/\.\w+$/.exec(name)?.[0].toLowerCase() ?? "") || known.includes(type);
}

/** `1 line`, `1,000 lines`. */
export function formatLineCount(count: number): string {
  return count === 1 ? "1 line" : `${formatCount(count)} lines`;
}

/** The label of each outcome, in the order of the page. */
const outcomeLabels = [
  { outcome: "DELIVERED", label: "Agreed: result open", tone: "success" },
  { outcome: "NO_DATA", label: texts.rowNoData, tone: "info" },
  { outcome: "DENIED", label: texts.consentDenied, tone: "problem" },
  { outcome: "UNANSWERED", label: "No reply in time", tone: "info" },
  { outcome: "CANCELLED", label: "Cancelled by you", tone: "info" },
  { outcome: "NO_CONTACT", label: "Refunded: the person could not be asked", tone: "info" },
  { outcome: "MINOR", label: "Refunded: under 18", tone: "info" },
  { outcome: "BLOCKED", label: "Refunded: blocked by the person", tone: "info" },
  { outcome: "PROVIDER_FAILED", label: "Refunded: the source failed, or not started", tone: "info" },
] as const;

/**
 * Counts lines by status: running and waiting lines first, then each outcome with at least one line. The sum is the
 * number of started lines.
 */
export function countLinesByOutcome(progress: Pick<BulkProgress, "begun" | "waiting" | "outcomes">) {
  const ended = countEndedLines(progress);
  const open = [
    { label: "In progress", tone: "waiting" as const, count: progress.begun - progress.waiting - ended },
    { label: "Waiting for the person", tone: "waiting" as const, count: progress.waiting },
  ];
  const known = outcomeLabels.map(({ outcome, label, tone }) => ({
    label,
    tone,
    count: progress.outcomes[outcome] ?? 0,
  }));
  const other = ended - known.reduce((sum, { count }) => sum + count, 0);
  return [...open, ...known, { label: "Other", tone: "info" as const, count: other }].filter(({ count }) => count > 0);
}

/** The lines whose person received no question. */
const notAskedOutcomes = ["NO_DATA", "NO_CONTACT", "MINOR", "BLOCKED", "PROVIDER_FAILED"] as const;

/** The title of a file whose lines were all asked or ended: `2 of 5 could not be asked`. */
export function completedTitle({ records, outcomes }: Pick<BulkProgress, "records" | "outcomes">): string {
  const notAsked = notAskedOutcomes.reduce((sum, outcome) => sum + (outcomes[outcome] ?? 0), 0);
  if (notAsked === 0) return records === 1 ? "The person was asked" : `All ${formatCount(records)} people were asked`;
  return `${formatCount(notAsked)} of ${formatCount(records)} could not be asked`;
}

export function countEndedLines({ outcomes }: Pick<BulkProgress, "outcomes">): number {
  return Object.values(outcomes).reduce((sum, count) => sum + count, 0);
}

/** A text that changes whenever a line of the file changes its status. */
export function progressKeyOf({
  begun,
  waiting,
  outcomes,
}: Pick<BulkProgress, "begun" | "waiting" | "outcomes">): string {
  return JSON.stringify([
    begun,
    waiting,
    Object.entries(outcomes).toSorted(([left], [right]) => (left < right ? -1 : 1)),
  ]);
}

/** Polling interval in milliseconds; false when nothing can change any more. */
export function refetchIntervalMs(progress: Pick<BulkProgress, "state" | "waiting"> | undefined): number | false {
  if (progress === undefined || progress.state === "running") return 3_000;
  return progress.state === "completed" && progress.waiting === 0 ? false : 15_000;
}

/** `1 person`, `1,000 people`. */
export function formatPeople(count: number): string {
  return count === 1 ? "1 person" : `${formatCount(count)} people`;
}

const lineTones = {
  [texts.rowNotStarted]: "info",
  [texts.rowInProgress]: "waiting",
  [texts.awaitingConsent]: "waiting",
  [texts.rowViewResult]: "success",
  [texts.consentDenied]: "problem",
  [texts.rowNoData]: "info",
  [texts.rowRefunded]: "info",
  [texts.rowCancelled]: "info",
  [texts.rowExpired]: "info",
} as const satisfies Record<BulkLineStatus, string>;

/** The tone of a line's status; that of a newer server is neutral. */
export function lineTone(status: string): (typeof lineTones)[BulkLineStatus] {
  const known = bulkLineStatuses.find((one) => one === status);
  return known ? lineTones[known] : "info";
}

/** Where a line opens: its result, or the page of its request; undefined before its request has started. */
export function lineAddress({ id, status }: { readonly id: string; readonly status: string }): string | undefined {
  if (status === texts.rowNotStarted) return undefined;
  return status === texts.rowViewResult ? `${resultRouteOf("nin")}/${id}` : `/consent?request=${id}`;
}
