import { history } from "@idanimo/contract/verification";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { historyQuery } from "./queries.ts";
import { type HistoryRow, isListed, mergeSearchRows } from "./rules.ts";
import { useLiveRefetch } from "./use-live-refetch.ts";
import type { DashboardView } from "./dashboard-view.ts";

/**
 * The rows to show. What is typed narrows the rows held here at once; the server's response for it, over all rows, adds its own as
 * soon as it is there. A response to what is no longer typed is never shown as one. Source: DASH-04, DASH-07.
 * @param typed as it stands in the box
 * @param debounced what the server is to be asked for, or nothing
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
  const now = new Date(Math.max(allQuery.dataUpdatedAt, searchQuery.dataUpdatedAt)); // near enough to say which year a day without one means
  const answers = { loaded: loadedRows, found: rowsOf(searchQuery.data, view), isAnswered };
  return {
    rows: isSearch ? mergeSearchRows(words, answers, now) : loadedRows,
    /** Rows whatever is typed, for what has just been asked. */
    heldRows: loadedRows,
    totals: allQuery.data?.pages[0],
    /** The server was asked since this opened; rows from before are not all there are. */
    isFresh: allQuery.isError || allQuery.dataUpdatedAt >= openedAt,
    /** The server's answer to what is typed and chosen stands here. */
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

/** Rows of an answer that the chosen kind leaves, also while an older answer still stands in for the one that is coming. */
function rowsOf(
  data: { readonly pages: readonly { readonly requests: readonly HistoryRow[] }[] } | undefined,
  { type }: DashboardView,
): readonly HistoryRow[] {
  const rows = data?.pages.flatMap((page) => page.requests).filter(isListed) ?? [];
  return type ? rows.filter((row) => row.searchParameter === type) : rows;
}
