import { rowOf } from "@idanimo/contract/catalogue";
import { fitsReading, normaliseValue, readingsOf } from "@idanimo/contract/history-search";
import type { OutputOf } from "@idanimo/contract/operation";
import * as texts from "@idanimo/contract/texts";
import type { history as historyCall } from "@idanimo/contract/verification";
import { inGroups } from "@idanimo/contract/number-groups";

export type HistoryRow = OutputOf<typeof historyCall>["requests"][number];

/**
 * What pressing a row's action does: opens the result, tells something, or nothing because it is still running. `unknown` is an
 * action of a newer server, whose own word is shown.
 */
export type RowAction = "result" | "pending" | "expired" | "denied" | "no_data" | "refunded" | "running" | "unknown";

/** The server says the action's words; this says what they lead to. Source: DASH-14, DASH-15. */
export function actionOf(row: Pick<HistoryRow, "action" | "outcome">): RowAction {
  switch (row.action) {
    case texts.rowViewResult:
      return "result";
    case texts.awaitingConsent:
      return "pending";
    case texts.rowExpired:
      return "expired";
    case texts.consentDenied:
      return "denied";
    case texts.rowNoData:
      return "no_data";
    case texts.rowRefunded:
      return "refunded";
    default:
      return row.outcome === null ? "running" : "unknown";
  }
}

/** Where a row leads on besides a result: to the answer that is waited for, or to a guardian who may agree for a minor. */
export function furtherStep(row: Pick<HistoryRow, "id" | "action" | "outcome">) {
  const to = `/consent?request=${row.id}`;
  if (actionOf(row) === "pending") return { label: "Wait for the answer", to };
  return row.outcome === "MINOR" ? { label: texts.askThroughGuardian, to } : undefined;
}

/** Where a result opens from the history. Source: C-18. */
export function resultAddress(row: Pick<HistoryRow, "searchType" | "id">): string {
  return `${rowOf(row.searchType).resultRoute}/${row.id}`;
}

/** The value searched for, a number in groups that can be read aloud; a masked one stays as it came. */
export function shownValue({ searchType, searchValue }: Pick<HistoryRow, "searchType" | "searchValue">): string {
  return inGroups(searchType, searchValue);
}

/** Rows a person may see: what has not begun is hidden. Source: DASH-13. */
export function isListed(row: Pick<HistoryRow, "status" | "consent" | "outcome">): boolean {
  return !(row.consent === "initiate" && row.status === "initiate" && row.outcome === null);
}

/**
 * Tells whether a row that is held here fits what is typed: by the server's own rule, or with a part of its value, which the server
 * finds only as a whole. What is typed is read once for all rows. Source: DASH-07.
 */
export function fitting(typed: string, now: Date): (row: HistoryRow) => boolean {
  const readings = readingsOf(typed, now);
  const part = normaliseValue(typed);
  return (row) => {
    const isPart = part !== "" && normaliseValue(row.searchValue).includes(part);
    const isMasked = row.searchValue.includes("*");
    return fitsReading(row, readings) || (isPart && !isMasked);
  };
}

type Rows = {
  readonly held: readonly HistoryRow[];
  /** Rows of the server's response, to what is typed or to what was typed before. */
  readonly found: readonly HistoryRow[];
  /** Whether `found` is the response to exactly what is typed. */
  readonly isAnswered: boolean;
};

/**
 * The rows of a search: those held here that fit, and those of the server's response. The response adds rows and takes none away,
 * because the server knows only the complete value of a row and this page can match a part of it. Source: DASH-07.
 */
export function searchedRows(typed: string, { held, found, isAnswered }: Rows, now: Date): readonly HistoryRow[] {
  const fits = fitting(typed, now);
  return newestFirst([...(isAnswered ? found : found.filter(fits)), ...held.filter(fits)]);
}

/** Rows of several answers as one list: each once, the newest on top. */
export function newestFirst(rows: readonly HistoryRow[]): readonly HistoryRow[] {
  const seen = new Set<string>();
  return rows
    .filter(({ id }) => !seen.has(id) && seen.add(id))
    .sort((left, right) => Date.parse(right.insertionDate) - Date.parse(left.insertionDate));
}
