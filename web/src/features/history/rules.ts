import { resultRouteOf, isHolderCheck } from "@idanimo/contract/catalogue";
import { lagosDay } from "@idanimo/contract/date-format";
import {
  containsAllWords,
  interpretSearch,
  matchesSearch,
  normaliseValue,
  searchableText,
} from "@idanimo/contract/history-search";
import type { OutputOf } from "@idanimo/contract/operation";
import * as texts from "@idanimo/contract/texts";
import type { HistoryStatus } from "@idanimo/contract/request-status";
import type { history as historyCall, historyFilters } from "@idanimo/contract/history";
import { groupIdentityNumber } from "@idanimo/contract/group-identity-number";

export type HistoryRow = OutputOf<typeof historyCall>["requests"][number];

/**
 * What a row's action does: opens the result, explains the status, or nothing because the request is still running.
 * `unknown` is an action of a newer server, whose label is shown unchanged.
 */
export type RowAction =
  | "result"
  | "pending"
  | "expired"
  | "denied"
  | "no_data"
  | "refunded"
  | "cancelled"
  | "running"
  | "unknown";

/** Maps the server's label of an action to what it does [DASH-14 DASH-15]. */
export function rowActionOf(row: Pick<HistoryRow, "action" | "outcome" | "searchType">): RowAction {
  // whatever the owner decided is explained on the result of the registration number
  if (isHolderCheck(row.searchType)) return "result";
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
    case texts.rowCancelled:
      return "cancelled";
    default:
      return row.outcome === null ? "running" : "unknown";
  }
}

/** The next step of a row besides a result: the waiting screen, or a guardian request for a minor. */
export function nextStepOf(row: Pick<HistoryRow, "id" | "action" | "outcome" | "searchType">) {
  const to = `/consent?request=${row.id}`;
  if (rowActionOf(row) === "pending") return { label: "View request", to };
  return row.outcome === "MINOR" ? { label: texts.askThroughGuardian, to } : undefined;
}

/** Whether a member may open the results of a row: of their own checks, or of everyone's. A person's account may. */
export function canOpenRow(
  organisation: { readonly memberId: string; readonly rights: readonly string[] } | null,
  row: Pick<HistoryRow, "member">,
): boolean {
  if (organisation === null || organisation.rights.includes("records:read_all")) return true;
  const isOwn = row.member === undefined || row.member.userId === organisation.memberId;
  return isOwn && organisation.rights.includes("records:read_own");
}

/** Where a result opens from the history [C-18]. */
export function resultAddress(row: Pick<HistoryRow, "searchType" | "id">): string {
  return `${resultRouteOf(row.searchType)}/${row.id}`;
}

/** The search value, with a number in groups that are easy to read aloud; a masked value stays unchanged. */
export function formatSearchValue({ searchType, searchValue }: Pick<HistoryRow, "searchType" | "searchValue">): string {
  return groupIdentityNumber(searchType, searchValue);
}

/** Whether the history lists a row: requests that have not started are hidden [DASH-13]. */
export function isListed(row: Pick<HistoryRow, "status" | "consent" | "outcome">): boolean {
  return !(row.consent === "initiate" && row.status === "initiate" && row.outcome === null);
}

/** What narrows the history. Days are in Lagos, `2026-11-21`; both included. */
export type HistoryFilters = {
  readonly type: (typeof historyFilters)[number] | undefined;
  readonly status: HistoryStatus | undefined;
  /** A member of the active organisation. */
  readonly memberId?: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
};
/** Whether a loaded row passes the filters, as on the server. */
export function matchesFilters(row: HistoryRow, { type, status, memberId, from, to }: HistoryFilters): boolean {
  const day = lagosDay(row.insertionDate);
  return (
    (type === undefined || row.searchParameter === type) &&
    (status === undefined || row.action === status) &&
    (memberId === undefined || row.member?.userId === memberId) &&
    (from === undefined || day >= from) &&
    (to === undefined || day <= to)
  );
}

/** What a row is called: its label, the name that its requester gave, or nothing. */
export const rowTitle = ({ label, givenName }: Pick<HistoryRow, "label" | "givenName">): string | undefined =>
  label ?? givenName;

/**
 * Returns a matcher for loaded rows: it uses the server's rule, and also matches a part of the value, which the
 * server finds only if complete. Parses `typed` once for all rows [DASH-07].
 */
export function matcherFor(typed: string, now: Date): (row: HistoryRow) => boolean {
  const readings = interpretSearch(typed, now);
  const part = normaliseValue(typed);
  const words = typed
    .normalize("NFKC")
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  return (row) => {
    const title = rowTitle(row)?.normalize("NFKC").toLowerCase();
    const rowText = title !== undefined && `${title} ${searchableText(row)}`;
    if (rowText !== false && containsAllWords(rowText, words)) return true;
    const isPart = part !== "" && normaliseValue(row.searchValue).includes(part);
    const isMasked = row.searchValue.includes("*");
    return matchesSearch(row, readings) || (isPart && !isMasked);
  };
}

type SearchRows = {
  readonly loaded: readonly HistoryRow[];
  /** Rows of the server's response, to the current or an earlier search text. */
  readonly found: readonly HistoryRow[];
  /** Whether `found` is the response to the current search text. */
  readonly isAnswered: boolean;
};

/**
 * The rows of a search: loaded rows that match, and those of the server's response. The response only adds rows,
 * because the server knows only complete values and this page can match a part of one [DASH-07].
 */
export function mergeSearchRows(
  typed: string,
  { loaded, found, isAnswered }: SearchRows,
  now: Date,
): readonly HistoryRow[] {
  const matches = matcherFor(typed, now);
  return mergeNewestFirst([...(isAnswered ? found : found.filter(matches)), ...loaded.filter(matches)]);
}

/** Merges rows of several responses: no duplicates, newest first. */
export function mergeNewestFirst(rows: readonly HistoryRow[]): readonly HistoryRow[] {
  const seen = new Set<string>();
  return rows
    .filter(({ id }) => !seen.has(id) && seen.add(id))
    .sort((left, right) => Date.parse(right.insertionDate) - Date.parse(left.insertionDate));
}
