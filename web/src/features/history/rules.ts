import { catalogueRowOf } from "@idanimo/contract/catalogue";
import { matchesSearch, normaliseValue, interpretSearch } from "@idanimo/contract/history-search";
import type { OutputOf } from "@idanimo/contract/operation";
import * as texts from "@idanimo/contract/texts";
import type { history as historyCall } from "@idanimo/contract/verification";
import { groupIdentityNumber } from "@idanimo/contract/group-identity-number";

export type HistoryRow = OutputOf<typeof historyCall>["requests"][number];

/**
 * What pressing a row's action does: opens the result, tells something, or nothing because it is still running. `unknown` is an
 * action of a newer server, whose own word is shown.
 */
export type RowAction = "result" | "pending" | "expired" | "denied" | "no_data" | "refunded" | "running" | "unknown";

/** The server says the action's words; this says what they lead to. Source: DASH-14, DASH-15. */
export function rowActionOf(row: Pick<HistoryRow, "action" | "outcome">): RowAction {
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
export function nextStepOf(row: Pick<HistoryRow, "id" | "action" | "outcome">) {
  const to = `/consent?request=${row.id}`;
  if (rowActionOf(row) === "pending") return { label: "Wait for the answer", to };
  return row.outcome === "MINOR" ? { label: texts.askThroughGuardian, to } : undefined;
}

/** Where a result opens from the history. Source: C-18. */
export function resultAddress(row: Pick<HistoryRow, "searchType" | "id">): string {
  return `${catalogueRowOf(row.searchType).resultRoute}/${row.id}`;
}

/** The value searched for, a number in groups that can be read aloud; a masked one stays as it came. */
export function formatSearchValue({ searchType, searchValue }: Pick<HistoryRow, "searchType" | "searchValue">): string {
  return groupIdentityNumber(searchType, searchValue);
}

/** Rows a person may see: what has not begun is hidden. Source: DASH-13. */
export function isListed(row: Pick<HistoryRow, "status" | "consent" | "outcome">): boolean {
  return !(row.consent === "initiate" && row.status === "initiate" && row.outcome === null);
}

/**
 * Tells whether a row that is held here fits what is typed: by the server's own rule, or with a part of its value, which the server
 * finds only as a whole. What is typed is read once for all rows. Source: DASH-07.
 */
export function matcherFor(typed: string, now: Date): (row: HistoryRow) => boolean {
  const readings = interpretSearch(typed, now);
  const part = normaliseValue(typed);
  return (row) => {
    const isPart = part !== "" && normaliseValue(row.searchValue).includes(part);
    const isMasked = row.searchValue.includes("*");
    return matchesSearch(row, readings) || (isPart && !isMasked);
  };
}

type SearchRows = {
  readonly loaded: readonly HistoryRow[];
  /** Rows of the server's response, to what is typed or to what was typed before. */
  readonly found: readonly HistoryRow[];
  /** Whether `found` is the response to exactly what is typed. */
  readonly isAnswered: boolean;
};

/**
 * The rows of a search: those held here that fit, and those of the server's response. The response adds rows and takes none away,
 * because the server knows only the complete value of a row and this page can match a part of it. Source: DASH-07.
 */
export function mergeSearchRows(
  typed: string,
  { loaded, found, isAnswered }: SearchRows,
  now: Date,
): readonly HistoryRow[] {
  const matches = matcherFor(typed, now);
  return mergeNewestFirst([...(isAnswered ? found : found.filter(matches)), ...loaded.filter(matches)]);
}

/** Rows of several answers as one list: each once, the newest on top. */
export function mergeNewestFirst(rows: readonly HistoryRow[]): readonly HistoryRow[] {
  const seen = new Set<string>();
  return rows
    .filter(({ id }) => !seen.has(id) && seen.add(id))
    .sort((left, right) => Date.parse(right.insertionDate) - Date.parse(left.insertionDate));
}
