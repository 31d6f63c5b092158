import { history } from "@idanimo/contract/history";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { historyQuery } from "./queries.ts";
import { type HistoryRow, isListed, matchesFilters, mergeSearchRows } from "./rules.ts";
import { useLiveRefetch } from "./use-live-refetch.ts";
import type { DashboardView } from "./dashboard-view.ts";

/**
 * The rows to show. The search text filters the loaded rows at once; the server's response over all rows is added
 * when it arrives. A response to an earlier text is never shown as current [DASH-04 DASH-07].
 * @param typed the current text of the search field
 * @param debounced the text to send to the server, or empty
 */
export function useHistory(view: DashboardView, typed: string, debounced: string) {
  const words = typed.trim();
  const allQuery = useInfiniteQuery(historyQuery(view));
  const searchQuery = useInfiniteQuery({ ...historyQuery(view, debounced), enabled: debounced !== "" });
  useLiveRefetch(history.path);
  const [openedAt] = useState(() => Date.now());

  const isSearch = words !== "";
  const query = isSearch ? searchQuery : allQuery;
  const isRequested = !isSearch || debounced === words;
  const isAnswered = isRequested && query.data !== undefined && !query.isPlaceholderData;
  const loadedRows = rowsOf(allQuery.data, view);
  const now = new Date(Math.max(allQuery.dataUpdatedAt, searchQuery.dataUpdatedAt)); // precise enough to choose the year of a date without one
  const answers = { loaded: loadedRows, found: rowsOf(searchQuery.data, view), isAnswered };
  return {
    rows: isSearch ? mergeSearchRows(words, answers, now) : loadedRows,
    /** The loaded rows without the search. */
    heldRows: loadedRows,
    totals: allQuery.data?.pages[0],
    /** False while the only rows come from a cache older than this component. */
    isFresh: allQuery.isError || allQuery.dataUpdatedAt >= openedAt,
    /** Whether the server has responded to the current search and filter. */
    isAnswered,
    error: isRequested ? query.error : null,
    isFetching: query.isFetching,
    isPaused: query.fetchStatus === "paused",
    hasMore: isAnswered && query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    isMoreFailed: query.isFetchNextPageError,
    loadMore: () => void query.fetchNextPage(),
    retry: () => void query.refetch(),
  };
}

/** The rows of a response that match the filter, also while an older response is a placeholder for the next. */
function rowsOf(
  data: { readonly pages: readonly { readonly requests: readonly HistoryRow[] }[] } | undefined,
  view: DashboardView,
): readonly HistoryRow[] {
  return data?.pages.flatMap((page) => page.requests).filter((row) => isListed(row) && matchesFilters(row, view)) ?? [];
}
