import { history } from "@idanimo/contract/verification";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { historyQuery } from "./queries.ts";
import { type HistoryRow, isListed, searchedRows } from "./rules.ts";
import { useRefresh } from "./use-refresh.ts";
import type { View } from "./view.ts";

/**
 * The rows to show. What is typed narrows the rows held here at once; the server's response for it, over all rows, adds its own as
 * soon as it is there. A response to what is no longer typed is never shown as one. Source: DASH-04, DASH-07.
 * @param typed as it stands in the box
 * @param settled what the server is to be asked for, or nothing
 */
export function useHistory(view: View, typed: string, settled: string) {
  const words = typed.trim();
  const held = useInfiniteQuery(historyQuery(view));
  const found = useInfiniteQuery({ ...historyQuery(view, settled), enabled: settled !== "" });
  useRefresh(history.path);
  const [openedAt] = useState(() => Date.now());

  const isSearch = words !== "";
  const query = isSearch ? found : held;
  const isAsked = !isSearch || settled === words;
  const isAnswered = isAsked && query.data !== undefined && !query.isPlaceholderData;
  const heldRows = rowsOf(held.data, view);
  const now = new Date(Math.max(held.dataUpdatedAt, found.dataUpdatedAt)); // near enough to say which year a day without one means
  const answers = { held: heldRows, found: rowsOf(found.data, view), isAnswered };
  return {
    rows: isSearch ? searchedRows(words, answers, now) : heldRows,
    /** Rows whatever is typed, for what has just been asked. */
    heldRows,
    totals: held.data?.pages[0],
    /** The server was asked since this opened; rows from before are not all there are. */
    isFresh: held.isError || held.dataUpdatedAt >= openedAt,
    /** The server's answer to what is typed and chosen stands here. */
    isAnswered,
    error: isAsked ? query.error : null,
    isFetching: query.isFetching,
    isPaused: query.fetchStatus === "paused",
    hasMore: isAnswered && query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    isMoreFailed: query.isFetchNextPageError,
    more: () => void query.fetchNextPage(),
    retry: () => void query.refetch(),
  };
}

/** Rows of an answer that the chosen kind leaves, also while an older answer still stands in for the one that is coming. */
function rowsOf(
  data: { readonly pages: readonly { readonly requests: readonly HistoryRow[] }[] } | undefined,
  { type }: View,
): readonly HistoryRow[] {
  const rows = data?.pages.flatMap((page) => page.requests).filter(isListed) ?? [];
  return type ? rows.filter((row) => row.searchParameter === type) : rows;
}
